/** Where something of a person may be that no command reaches; said at the end of each report. */
export const OUTSIDE: readonly string[] = [
  'backups: restore none without erasing the person again; note the number',
  'logs: user numbers, addresses of clients and, of failed sign-ins, user names that exist',
  'mails that were sent, and those in DATA_DIR/mail where no mail server is set',
  'what receivers of webhooks, search engines and shared caches have kept',
  'answers to requests that may be repeated (Idempotency-Key): encrypted with the key of their client, a day at most',
  'counters of attempts: hashes of names and addresses, an hour at most; sign-ins under way at providers: twenty minutes',
];
