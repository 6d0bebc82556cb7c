// All handlers, one for each operation of the description: one that is missing does not compile.
import type { Handlers } from '../core/http/handler.ts';
import { authUserHandlers } from './auth-user.ts';
import { authHandlers } from './auth.ts';
import { categoryHandlers } from './categories.ts';
import { modelHandlers } from './model.ts';
import { objectTypeHandlers } from './object-types.ts';
import { objectHandlers } from './objects.ts';
import { propertyHandlers } from './properties.ts';
import { propertyTypeHandlers } from './property-types.ts';
import { relationHandlers } from './relations.ts';
import { roleHandlers } from './roles.ts';
import { serviceHandlers } from './service.ts';
import type { Services } from './services.ts';
import { tagHandlers } from './tags.ts';
import { userHandlers } from './users.ts';

export const createHandlers = (services: Services): Handlers => ({
  ...authHandlers(services),
  ...authUserHandlers(services),
  ...categoryHandlers(services),
  ...modelHandlers(services),
  ...objectTypeHandlers(services),
  ...objectHandlers(services),
  ...propertyHandlers(services),
  ...propertyTypeHandlers(services),
  ...relationHandlers(services),
  ...roleHandlers(services),
  ...serviceHandlers(services),
  ...tagHandlers(services),
  ...userHandlers(services),
});
