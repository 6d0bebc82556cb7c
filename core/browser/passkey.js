// Requests from the authenticator of the user the data that a form of the page needs, and sends the form with its
// response (D582). It sends no other data, and reads only the options of the form.
(() => {
  'use strict';

  const bytesOf = (text) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  const textOf = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
  const listed = (credentials) => credentials?.map((each) => ({ ...each, id: bytesOf(each.id) }));

  async function create(options) {
    const { id } = options.user;
    const publicKey = {
      ...options,
      challenge: bytesOf(options.challenge),
      user: { ...options.user, id: bytesOf(id) },
      excludeCredentials: listed(options.excludeCredentials),
    };
    const credential = await navigator.credentials.create({ publicKey });
    const { attestationObject } = credential.response;
    const transports = credential.response.getTransports?.() ?? [];
    return [credential, { attestationObject: textOf(attestationObject), transports }];
  }

  async function get(options) {
    const publicKey = {
      ...options,
      challenge: bytesOf(options.challenge),
      allowCredentials: listed(options.allowCredentials),
    };
    const credential = await navigator.credentials.get({ publicKey });
    const { authenticatorData, signature, userHandle } = credential.response;
    const signed = { authenticatorData: textOf(authenticatorData), signature: textOf(signature) };
    return [credential, { ...signed, ...(userHandle && { userHandle: textOf(userHandle) }) }];
  }

  async function answerFor({ passkey: kind, options }) {
    const [credential, response] = await (kind === 'create' ? create : get)(JSON.parse(options));
    const { id, rawId, type } = credential;
    const clientDataJSON = textOf(credential.response.clientDataJSON);
    const answer = { id, rawId: textOf(rawId), type, response: { ...response, clientDataJSON } };
    return JSON.stringify({ ...answer, clientExtensionResults: credential.getClientExtensionResults() });
  }

  const REASONS = {
    NotAllowedError: 'No passkey was used: it was cancelled, or the time was up. Try again.',
    InvalidStateError: 'This device has a passkey of this account already.',
    SecurityError: 'Passkeys do not work at this address: open the service at its public one.',
  };

  for (const form of document.querySelectorAll('form[data-passkey]')) {
    const button = form.querySelector('button');
    const fault = form.querySelector('[role=alert]');
    const say = (text) => {
      fault.textContent = text;
      fault.hidden = text === '';
    };
    form.querySelector('[data-unless-script]').hidden = true;
    if (!window.PublicKeyCredential) {
      say('This browser knows no passkeys, or the page was not opened over https.');
      continue;
    }
    button.hidden = false;
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      button.disabled = true;
      say('');
      try {
        form.elements.passkey.value = await answerFor(form.dataset);
        form.submit();
      } catch (error) {
        say(REASONS[error.name] ?? `The passkey did not work: ${error.message}`);
      }
      // Also for a user who returns to the page.
      button.disabled = false;
    });
  }
})();
