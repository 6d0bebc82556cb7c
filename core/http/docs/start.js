// The reference: Swagger UI over the live description, and a sign-in whose token every tried request sends (D332). Tokens are
// kept in the memory of this page alone: they are gone when it is left.
(() => {
  'use strict';

  /** How long before its end an access token is renewed, in seconds. */
  const RENEW_AHEAD = 30;

  const byId = (id) => document.getElementById(id);
  const form = byId('sign-in');
  const status = byId('sign-in-status');

  /** `{username, token, refreshToken, timer}` of the signed-in user. */
  let session = null;

  const wantsDark = window.matchMedia('(prefers-color-scheme: dark)');
  const followColours = () => document.documentElement.classList.toggle('dark-mode', wantsDark.matches);
  followColours();
  wantsDark.addEventListener('change', followColours);

  const ui = window.SwaggerUIBundle({
    url: 'openapi.json?side=all',
    dom_id: '#reference',
    deepLinking: true,
    docExpansion: 'none',
    // One field over all tags: a project may have hundreds of operations.
    filter: true,
    // Schemas are listed at the end, and opened one by one.
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    // `x-colophon`: what an operation costs, and who may use it.
    showExtensions: true,
    persistAuthorization: false,
    validatorUrl: null,
    responseInterceptor: (response) => {
      const code = response.status === 401 && response.obj && response.obj.error && response.obj.error.code;
      if (session && code === form.dataset.expired) {
        void renew(session, 'The token had expired and has been renewed: send the request again.');
      }
      return response;
    },
  });

  /** What Swagger UI leaves without a name, or out of reach of the keyboard. */
  const MENDED = [
    ['#servers', 'aria-label', 'Server'],
    ['.operation-filter-input', 'aria-label', 'Filter by tag or path'],
    ['.examples-select-element', 'aria-label', 'Example'],
    ['pre.microlight', 'tabindex', '0'],
  ];
  const mend = () => {
    for (const [selector, name, value] of MENDED) {
      for (const element of document.querySelectorAll(`${selector}:not([${name}])`)) element.setAttribute(name, value);
    }
    for (const heading of document.querySelectorAll('#reference h3')) {
      // What Swagger UI says when the filter leaves nothing, too.
      if (heading.textContent.trim() === 'No operations defined in spec!')
        heading.textContent = 'No operation fits the filter.';
    }
  };
  new MutationObserver(mend).observe(byId('reference'), { childList: true, subtree: true });

  function show(message, isFault = false) {
    status.textContent = message;
    status.classList.toggle('fault', isFault);
    form.hidden = session !== null;
    byId('signed-in').hidden = session === null;
    byId('who').textContent = session ? session.username : '';
  }

  /** POST of the sign-in operation; throws an Error whose message is for people. */
  async function ask(body) {
    const apiKey = form.elements.api_key.value.trim();
    const response = await fetch('auth', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(apiKey && { 'X-Api-Key': apiKey }) },
      body: JSON.stringify(body),
      credentials: 'omit',
    }).catch(() => {
      throw new Error('The service cannot be reached.');
    });
    const answer = await response.json().catch(() => ({}));
    if (response.ok) return answer.meta;
    const { title = `Status ${response.status}`, detail = '' } = answer.error || {};
    const wait = response.headers.get('Retry-After');
    throw Object.assign(new Error(`${title}. ${detail}${wait ? ` Wait ${wait} seconds.` : ''}`), {
      isOver: response.status >= 400 && response.status < 500 && response.status !== 429,
    });
  }

  function begin(username, { jwt, renew: refreshToken, expires_in: seconds }) {
    const started = { username, token: jwt, refreshToken };
    started.timer = setTimeout(() => void renew(started, ''), Math.max(1, seconds - RENEW_AHEAD) * 1000);
    session = started;
    ui.preauthorizeApiKey('bearer', jwt);
    const apiKey = form.elements.api_key.value.trim();
    if (apiKey) ui.preauthorizeApiKey('apiKey', apiKey);
  }

  function end(message, isFault = false) {
    if (session) clearTimeout(session.timer);
    session = null;
    ui.authActions.logout(['bearer', 'apiKey']);
    show(message, isFault);
  }

  async function renew(old, message) {
    if (old !== session || old.isRenewing) return;
    old.isRenewing = true;
    clearTimeout(old.timer);
    try {
      const tokens = await ask({ grant_type: 'refresh_token', refresh_token: old.refreshToken });
      // Signed out since.
      if (old !== session) return;
      begin(old.username, tokens);
      show(message);
    } catch (error) {
      if (old !== session) return;
      if (error.isOver) {
        end('Your sign-in has ended: sign in again.', true);
        return;
      }
      old.isRenewing = false;
      show(
        `The token could not be renewed. ${error.message} It is tried again with the next request that needs it.`,
        true,
      );
    }
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    button.disabled = true;
    show('Signing in …');
    const username = form.elements.username.value;
    try {
      begin(username, await ask({ username, password: form.elements.password.value }));
      form.elements.password.value = '';
      show('');
      byId('sign-out').focus();
    } catch (error) {
      show(error.message, true);
      form.elements.password.select();
    } finally {
      button.disabled = false;
    }
  });

  byId('sign-out').addEventListener('click', async () => {
    const { token, refreshToken } = session;
    end('Signed out.');
    form.elements.username.focus();
    const response = await fetch(`auth/${encodeURIComponent(refreshToken)}`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${token}` },
      credentials: 'omit',
    }).catch(() => null);
    if (!session && !(response && response.ok)) {
      show('Signed out here, but the refresh token could not be revoked.', true);
    }
  });

  show('');
})();
