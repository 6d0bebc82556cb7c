// Loaded before a process of the service: its clock is ahead of this machine's by CLOCK_SHIFT_MS, or behind.
const shift = Number(process.env.CLOCK_SHIFT_MS);
const Real = Date;
const now = () => Real.now() + shift;

globalThis.Date = new Proxy(Real, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new Real(now()).toString(),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});
