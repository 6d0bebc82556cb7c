/** Begins to measure. @returns milliseconds of the processor that this process has used since, whatever others use */
export function processorTime(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
}
