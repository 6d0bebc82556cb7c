// Name of the cursor of a webhook (core/events/event-cursors.ts).
export const cursorOf = (webhookId: number): string => `webhook ${webhookId}`;
