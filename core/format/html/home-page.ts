import { ownHref, type EndpointLink, type Frame } from './page.ts';

export interface HomePage {
  groups: readonly {
    heading: string;
    about: string;
    endpoints: readonly (EndpointLink & { href: string | undefined })[];
  }[];
}

/** What the caller may use: content first, then the rest. */
export function homePage({ endpoints, base }: Frame): HomePage {
  const shown = endpoints.map((endpoint) => ({
    ...endpoint,
    href: endpoint.methods.includes('GET') ? ownHref(endpoint.path, { base }) : undefined,
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
