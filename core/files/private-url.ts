/** What the parameter `private_url` says; undefined when it is not given. */
export const parsePrivateUrl = (given: string | undefined): boolean | undefined =>
  given === undefined ? undefined : given === 'true' || given === '1';
