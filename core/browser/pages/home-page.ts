import { ownHref, type EndpointLink, type Frame } from './frame.ts';

export interface HomePage {
  groups: readonly {
    heading: string;
    about: string;
    endpoints: readonly (EndpointLink & { href: string | undefined })[];
  }[];
}

/** Its page for users: its own, or a form. */
function hrefOf({ path, methods }: EndpointLink, base: string): string | undefined {
  if (methods.includes('GET')) return ownHref(path, { base });
  return path === '/signup' ? ownHref('/html/sign-up', { base }) : undefined;
}

/** The paths that the caller may use: content first, then the rest. */
export function homePage({ endpoints, base }: Frame): HomePage {
  const shown = endpoints.map((endpoint) => ({
    ...endpoint,
    href: hrefOf(endpoint, base),
  }));
  const group = (heading: string, about: string, isContent: boolean): HomePage['groups'][number] => ({
    heading,
    about,
    endpoints: shown.filter((endpoint) => endpoint.isContent === isContent),
  });
  return {
    groups: [
      group('Content', 'Objects of every type, each type with an endpoint of its own.', true),
      group('Service', 'The model, accounts, files, and what runs the service.', false),
    ].filter(({ endpoints: found }) => found.length > 0),
  };
}
