// The layout of the pages below /docs.

/** Text escaped for HTML and its attributes. */
export const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Code and tables that are wider than the page are scrolled, by the keyboard too. */
const scrolled = (html: string): string =>
  html
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="scroll" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');

/** @param root `''` or `'../'`: relative, since the service may be below a prefix */
export const page = (
  title: string,
  root: string,
  { head = '', body }: { head?: string; body: string },
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
${head}<link rel="stylesheet" href="${root}docs/docs.css">
</head>
<body>
${scrolled(body)}</body>
</html>
`;
