// Settings of content: its model (D963), and the checks of rich text (D631) and files (D629).
import { scannerAddress } from './scanner-setting.ts';
import { folder, oneOf } from './setting-kinds.ts';
import { optional, withDefault } from './setting.ts';

export const contentSettings = {
  model: optional('MODEL', 'folder of model files, which are applied at the start', 'none are applied', folder),
  richText: withDefault(
    'RICH_TEXT',
    'as_sent',
    'whether HTML of texts is stored as it is sent, or without what could run in a browser',
    oneOf(['as_sent', 'sanitized']),
  ),
  malwareScanner: optional(
    'MALWARE_SCANNER',
    "where ClamAV's clamd listens: every upload is scanned, and uploads are 503 while it does not answer",
    'files are not scanned',
    scannerAddress,
  ),
} as const;
