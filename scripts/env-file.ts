// The `.env` file of the folder that a command is run in, as the service reads it.

/** Sets its settings in this process, if there is one: it may have the password. */
export function loadEnvFile(): void {
  try {
    process.loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
