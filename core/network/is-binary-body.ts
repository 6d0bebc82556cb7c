// Which bodies are bytes. Apart from their types, with which extensions compile and which therefore import no values.
import type { BinaryResponse, BinaryUpload } from './binary-body.ts';
import { memberOf } from '../values.ts';

const canOpen = (body: unknown): boolean => typeof memberOf(body, 'open') === 'function';

/** Whether the body of a request is an upload. */
export const isUpload = (body: unknown): body is BinaryUpload => canOpen(body);

/** Whether the body of a response is a download. */
export const isBinary = (body: unknown): body is BinaryResponse => canOpen(body);
