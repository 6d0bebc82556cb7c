import type { RequestExchange } from '../../exchange.ts';
import { takesFile } from '../../request/upload-body.ts';
import type { StepServices } from '../../step.ts';

/** Refuses a write when the disk is nearly full (D619). @throws ApiError service_unavailable */
export function keepDiskRoom({ operation, request }: RequestExchange, { disks }: StepServices): void | Promise<void> {
  const { method, facts } = operation;
  if (method === 'get') return;
  if (takesFile(operation)) return disks.assertRoom('file', Number(request.headers['content-length'] ?? 0));
  // Without signing in no user could free space.
  return disks.assertRoom(method === 'delete' || facts.access === 'signIn' ? 'least' : 'other');
}
