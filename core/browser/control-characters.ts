// Control characters, which pages replace (D369): browsers drop or change some of them, and others hide text.

const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

/** The symbol of an ASCII one, such as `\u2400` for NUL. */
function symbolOf(control: string): string {
  const code = control.charCodeAt(0);
  if (code === 0x7f) return '\u2421';
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
}

/** A text with symbols instead of control characters, except tabs and line ends. */
export const withoutControls = (text: string): string => text.replace(CONTROLS, symbolOf);
