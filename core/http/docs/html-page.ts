// The layout of the pages below /docs.
/** Text escaped for HTML and its attributes. */
export const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * A page of the documentation. @param root relative path to the description, `''` or `'../'`, since the service may be below a
 * prefix
 * Code that is wider than the page is scrolled by the keyboard too.
 */
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
${body.replaceAll('<pre>', '<pre tabindex="0">')}</body>
</html>
`;
