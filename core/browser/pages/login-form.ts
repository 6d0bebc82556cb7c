// The form of a sign-in on its pages, and the API's response to it.
import { ownHref } from './frame.ts';
import type { InnerAnswer } from '../service-client.ts';
import type { BrowserRequest } from '../browser-request.ts';
import { isRecord } from '../../values.ts';

export interface LoginForm {
  /** Address of the form. */
  action: string;
  username: string;
  needsApiKey: boolean;
  failure: string | undefined;
  /** Sent again with the second step. */
  apiKey: string | undefined;
  /** Of a user with a second factor: the form requires a code. */
  challenge: string | undefined;
}

export const loginForm = (browser: BrowserRequest, returnTo: string, more: Partial<LoginForm> = {}): LoginForm => ({
  action: ownHref(`/html/sign-in?return=${encodeURIComponent(returnTo)}`, browser),
  username: '',
  needsApiKey: browser.site.options.requireApiKey,
  failure: undefined,
  challenge: undefined,
  apiKey: undefined,
  ...more,
});

export const errorOf = ({ json }: InnerAnswer): Record<string, unknown> =>
  isRecord(json) && isRecord(json['error']) ? json['error'] : {};

/** The API's response in short. */
export function detailOf(answer: InnerAnswer): string {
  const { detail } = errorOf(answer);
  return typeof detail === 'string' ? detail : 'It did not work.';
}
