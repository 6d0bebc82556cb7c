// Packages that only some settings need.
import { describe, expect, it } from 'vitest';
import { withPackage, withPackages } from '../../../core/optional-package.ts';

const missing = (name: string): Error =>
  Object.assign(new Error(`Cannot find package '${name}' imported from here`), { code: 'ERR_MODULE_NOT_FOUND' });

describe('a package that a setting needs', () => {
  it('is named with the command that installs its version, if it is missing', async () => {
    const load = () => Promise.reject(missing('@aws-sdk/client-s3'));
    await expect(withPackage('@aws-sdk/client-s3', load)).rejects.toThrow(
      /^the package @aws-sdk\/client-s3 is not installed: npm install --no-save --save-prod --omit=dev @aws-sdk\/client-s3@\d+\.\d+\.\d+$/,
    );
  });

  it('is named with all packages needed together, if one is missing', async () => {
    const load = () => Promise.reject(missing('@opentelemetry/resources'));
    await expect(withPackages(['@opentelemetry/api', '@opentelemetry/resources'], load)).rejects.toThrow(
      /^the package @opentelemetry\/resources is not installed: npm install .* @opentelemetry\/api@[\d.]+ @opentelemetry\/resources@[\d.]+$/,
    );
  });

  it('is loaded if it is installed, and other errors are unchanged', async () => {
    expect(await withPackage('yaml', () => import('yaml'))).toHaveProperty('parse');
    const other = missing('bowser');
    await expect(withPackage('@aws-sdk/client-s3', () => Promise.reject(other))).rejects.toBe(other);
  });
});
