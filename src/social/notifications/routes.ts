import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { invalid } from '../../kernel/problem.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Done } from '../../platform/http/families/social.ts';
import { counterNames, isCounterName, resetCounter } from './counters.ts';

const member = operations('User and data', 'member');

export const notificationRoutes = [
  member.post({
    path: '/apis/php/data/reset',
    summary: 'Reset a counter',
    description: `\`reset\` is one of ${counterNames.join(', ')}. Later notifications count again.`,
    body: Type.Object({ reset: Type.String({ maxLength: 40, description: counterNames.join(', ') }) }),
    returns: Done,
    example: { reset: 'notifications' },
    handle: async ({ app, viewer, body }) => {
      if (!isCounterName(body.reset))
        throw invalid(
          'reset',
          t('reset must be one of {counterNames}', { counterNames: counterNames.join(', ') }),
        );
      await resetCounter(app, viewer, body.reset);
      return { message: 'Reset' };
    },
  }),
];
