// The languages of generated clients; one more is a file here and a line below.
import { go } from './go.ts';
import { java } from './java.ts';
import type { SdkLanguage } from './language.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { typescript } from './typescript.ts';

export const languages: readonly SdkLanguage[] = [typescript, python, php, go, java];
