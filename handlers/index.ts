// All handlers, one for each operation of the description: one that is missing does not compile.
import type { Handlers } from '../core/http/handler.ts';
import { authHandlers } from './auth.ts';
import { categoryHandlers } from './categories.ts';
import { modelHandlers } from './model.ts';
import { objectPermissionHandlers } from './object-permissions.ts';
import { objectTypeHandlers } from './object-types.ts';
import { objectHandlers } from './objects.ts';
import { propertyHandlers } from './properties.ts';
import { propertyTypeHandlers } from './property-types.ts';
import { relationHandlers } from './relations.ts';
import { serviceHandlers } from './service.ts';
import type { Services } from './services.ts';
import { signInProviderHandlers } from './sign-in-providers.ts';
import { tagHandlers } from './tags.ts';

export const createHandlers = (services: Services): Handlers => ({
  ...authHandlers(services),
  ...categoryHandlers(services),
  ...modelHandlers(services),
  ...objectPermissionHandlers(services),
  ...objectTypeHandlers(services),
  ...objectHandlers(services),
  ...propertyHandlers(services),
  ...propertyTypeHandlers(services),
  ...relationHandlers(services),
  ...serviceHandlers(services),
  ...signInProviderHandlers(services),
  ...tagHandlers(services),
});
