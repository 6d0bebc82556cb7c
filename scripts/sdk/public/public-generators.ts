// The generators of others that `npm run sdk:check -- --public` tries; one more is a line here.
import { npmGenerators } from './npm-generators.ts';
import { jarGenerators } from './jar-generators.ts';
import { otherGenerators } from './other-generators.ts';
import { swaggerCodegen } from './swagger-codegen.ts';
import type { PublicGenerator } from './public-generator.ts';

export const publicGenerators: readonly PublicGenerator[] = [
  ...npmGenerators,
  ...jarGenerators,
  ...swaggerCodegen,
  ...otherGenerators,
];
