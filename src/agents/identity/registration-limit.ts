import { minutes } from '../../kernel/time.ts';
import type { Limit } from '../../platform/verb.ts';

/** Registrations and claims are rare. They are limited by address and by kind of device. */
export const registrationLimit: Limit = {
  by: ['address'],
  calls: ({ AGENT_REGISTRATION_LIMIT }) => AGENT_REGISTRATION_LIMIT,
  within: minutes(1),
  perDevice: { calls: ({ AGENT_REGISTRATION_LIMIT }) => 3 * AGENT_REGISTRATION_LIMIT, within: minutes(1) },
};
