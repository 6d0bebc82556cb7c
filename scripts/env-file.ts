// The `.env` file of the folder that a command is run in, as the service reads it.

/** Its settings become those of this process, if there is one: the password may be there. */
export function loadEnvFile(): void {
  try {
    process.loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
