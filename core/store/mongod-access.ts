/**
 * How the service authenticates at its own mongod: as `__system`, the user that stands for the members of a replica set, whose
 * password is the key file (D390). It is in no database, so that there is no moment without it: neither at the first start,
 * nor while data without authentication are taken over, nor with another key. Knows no driver.
 */

interface Access {
  port: number;
  secret: string;
  /** One server is connected to directly without it. */
  replicaSetName?: string;
}

/** Connection string of a mongod of this machine. */
export function mongodUri({ port, secret, replicaSetName }: Access): string {
  const server = replicaSetName === undefined ? 'directConnection=true' : `replicaSet=${replicaSetName}`;
  return `mongodb://__system:${secret}@127.0.0.1:${port}/?${server}&authSource=local&authMechanism=SCRAM-SHA-256`;
}
