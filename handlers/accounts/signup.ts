// Accounts that users create themselves (service.md 4.13, D34, D57).
import { activateSignup } from '../../core/accounts/signup/signup-activation.ts';
import { signUp } from '../../core/accounts/signup/signup.ts';
import type { Handlers } from '../../core/http/handler.ts';
import { answerToOne, NO_QUERY } from '../../core/representation/responses.ts';
import { objectView } from '../../core/representation/object-views.ts';
import type { Services } from '../services.ts';

export const signupHandlers = (services: Services) =>
  ({
    signUp: async ({ body, context }) => {
      const { found, asUser } = await signUp(body, services.signup, context);
      const view = objectView(services.objects, 'Users');
      const { body: user } = await answerToOne(view, found, { ...NO_QUERY, include: [['roles']] }, asUser);
      return { status: 202, body: user };
    },
    activateSignup: async ({ body, context }) => {
      await activateSignup(body.uuid, services.signup, context);
      return { status: 202 };
    },
  }) satisfies Partial<Handlers>;
