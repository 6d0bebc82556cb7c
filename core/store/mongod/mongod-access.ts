// Authentication at the service's own mongod: as `__system`, the user of replica set members, whose password is the key file (D390).
// It exists always: at the first start, for data from a server without authentication, and after a change of the key.

interface Access {
  port: number;
  secret: string;
  /** A single server is connected to directly. */
  replicaSetName?: string;
}

/** Connection string of a mongod of this machine. */
export function mongodUri({ port, secret, replicaSetName }: Access): string {
  const server = replicaSetName === undefined ? 'directConnection=true' : `replicaSet=${replicaSetName}`;
  return `mongodb://__system:${secret}@127.0.0.1:${port}/?${server}&authSource=local&authMechanism=SCRAM-SHA-256`;
}
