// How the cursor of a webhook among the events is called (core/events/event-cursors.ts).
export const cursorOf = (webhookId: number): string => `webhook ${webhookId}`;
