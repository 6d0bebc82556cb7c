// Paths of probes, which are answered whatever the load.

/** Accepted with any headers: the headers of a probe must not make it fail (D617). */
export const OPEN_PROBES: ReadonlySet<string> = new Set(['/health', '/ready']);

/** For orchestrators and monitoring: health, readiness and metrics of a process. */
export const PROBES: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics']);
