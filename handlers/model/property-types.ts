// Property types (D549).
import type { Handlers } from '../../core/http/handler.ts';
import { propertyTypes } from '../../core/modeling/property-types.ts';
import { rowHandlers } from '../../core/representation/row-handlers.ts';
import type { Services } from '../services.ts';

const NAMES = { one: 'PropertyType', many: 'PropertyTypes', id: 'property_type_id' } as const;

export const propertyTypeHandlers = (services: Services) =>
  ({
    ...rowHandlers(services.config, NAMES, propertyTypes(services)),
  }) satisfies Partial<Handlers>;
