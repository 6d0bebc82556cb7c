// Makes forms of pages more comfortable (D968): text areas with HTML become an editor of rich text, and several files are
// uploaded at once. Without it the text area and the form for one file remain. Squire comes before it, in the same file.
(() => {
  'use strict';
  const { Squire } = window;

  const make = (name, members = {}) => Object.assign(document.createElement(name), members);

  /** What is pasted, without active content; the service sanitises what is saved by its own rules. */
  function fragmentOf(html) {
    const { content } = Object.assign(make('template'), { innerHTML: html });
    for (const each of content.querySelectorAll('script, style, iframe, object, embed, link, meta, form'))
      each.remove();
    for (const each of content.querySelectorAll('*'))
      for (const { name } of [...each.attributes])
        if (name.startsWith('on') || name === 'style') each.removeAttribute(name);
    return document.importNode(content, true);
  }

  /** Paragraphs become headings, and headings paragraphs. */
  function toggleHeading(editor) {
    editor.modifyBlocks((blocks) => {
      for (const block of blocks.querySelectorAll('p, h2')) {
        const other = make(block.localName === 'p' ? 'h2' : 'p');
        other.append(...block.childNodes);
        block.replaceWith(other);
      }
      return blocks;
    });
  }

  function addLink(editor) {
    const address = window.prompt('Address of the link');
    if (address) editor.makeLink(address);
  }

  const COMMANDS = [
    ['Bold', (editor) => (editor.hasFormat('B') ? editor.removeBold() : editor.bold())],
    ['Italic', (editor) => (editor.hasFormat('I') ? editor.removeItalic() : editor.italic())],
    ['Heading', toggleHeading],
    ['List', (editor) => (editor.hasFormat('UL') ? editor.removeList() : editor.makeUnorderedList())],
    ['Numbers', (editor) => (editor.hasFormat('OL') ? editor.removeList() : editor.makeOrderedList())],
    ['Link', (editor) => (editor.hasFormat('A') ? editor.removeLink() : addLink(editor))],
    ['Undo', (editor) => editor.undo()],
  ];

  function enrich(area) {
    const label = document.querySelector(`label[for="${area.id}"]`);
    label.id = `${area.id}-label`;
    const box = make('div', { className: 'rich', role: 'textbox', ariaMultiLine: 'true' });
    box.setAttribute('aria-labelledby', label.id);
    const bar = make('div', { className: 'tools', role: 'toolbar', ariaLabel: 'Text' });
    area.before(bar, box);
    const editor = new Squire(box, { blockTag: 'P', sanitizeToDOMFragment: fragmentOf });
    editor.setHTML(area.value);
    // What is not touched stays exactly as it was.
    editor.addEventListener('input', () => (area.value = editor.getHTML()));
    label.addEventListener('click', () => !box.hidden && editor.focus());
    const tools = COMMANDS.map(([name, run]) => {
      const button = make('button', { type: 'button', textContent: name });
      button.addEventListener('click', () => {
        run(editor);
        editor.focus();
        area.value = editor.getHTML();
      });
      return button;
    });
    const source = make('button', { type: 'button', textContent: 'HTML', ariaPressed: 'false' });
    const show = (isSource) => {
      source.ariaPressed = String(isSource);
      area.hidden = !isSource;
      box.hidden = isSource;
      for (const each of tools) each.disabled = isSource;
    };
    source.addEventListener('click', () => {
      if (box.hidden) editor.setHTML(area.value);
      show(!box.hidden);
    });
    bar.append(...tools, source);
    show(false);
  }

  /** Sends one file by the form for a new object. @returns whether it was accepted */
  function upload({ dataset }, file, item) {
    const bar = make('progress', { max: 1, value: 0, ariaLabel: file.name });
    item.append(bar);
    const form = new FormData();
    form.append('csrf', dataset.csrf);
    form.append('file', file);
    const request = new XMLHttpRequest();
    request.open('POST', dataset.upload);
    request.setRequestHeader('Accept', 'text/html');
    request.responseType = 'document';
    request.upload.addEventListener('progress', ({ loaded, total }) => (bar.value = loaded / total));
    return new Promise((resolve) => {
      request.addEventListener('loadend', () => {
        // A form that is shown again is one that was refused.
        const isDone = request.status === 200 && !new URL(request.responseURL).pathname.includes('/html/');
        const reason = request.response?.querySelector('.fault, .failure p, h1')?.textContent;
        bar.replaceWith(isDone ? 'uploaded' : `not uploaded: ${reason ?? 'the connection was lost'}`);
        resolve(isDone);
      });
      request.send(form);
    });
  }

  function acceptFiles(place) {
    const [input, list] = [place.querySelector('input'), place.querySelector('ul')];
    async function take(files) {
      const items = [...files].map((file) => {
        const item = make('li', { textContent: `${file.name} ` });
        list.append(item);
        return [file, item];
      });
      const done = [];
      for (const [file, item] of items) done.push(await upload(place, file, item));
      if (done.length > 0 && done.every(Boolean)) location.assign(`${location.pathname}?sort=-created`);
    }
    place.hidden = false;
    input.addEventListener('change', () => take(input.files));
    for (const name of ['dragover', 'drop']) place.addEventListener(name, (event) => event.preventDefault());
    place.addEventListener('drop', ({ dataTransfer }) => take(dataTransfer.files));
  }

  for (const area of document.querySelectorAll('textarea[data-rich]')) enrich(area);
  for (const place of document.querySelectorAll('[data-upload]')) acceptFiles(place);
})();
