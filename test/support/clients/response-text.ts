// Bodies of responses as text, whatever their media type.

/** A parser of superagent. */
export const asText = (response: NodeJS.ReadableStream, done: (error: Error | null, body: string) => void): void => {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(Buffer.from(chunk)));
  response.on('end', () => done(null, Buffer.concat(chunks).toString('utf8')));
};

/** Undefined for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
