import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';

export function refuseCrowd({ config }: Pick<App, 'config'>, members: number): void {
  if (members > config.CHAT_GROUP_MEMBERS)
    throw invalid(
      'recipients',
      t('A group can have at most {CHAT_GROUP_MEMBERS} members', {
        CHAT_GROUP_MEMBERS: config.CHAT_GROUP_MEMBERS,
      }),
    );
}
