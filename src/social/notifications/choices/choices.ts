import type { App } from '../../../platform/app.ts';
import { type Choice, defaultChoice, type NotificationKind, notificationKinds } from '../../notify/kinds.ts';

export type Choices = Record<NotificationKind, Choice>;

export async function getChoices({ db }: Pick<App, 'db'>, accountId: string): Promise<Choices> {
  const rows = await db
    .selectFrom('social.notification_choice')
    .where('account_id', '=', accountId)
    .select(['kind', 'on_page as onPage', 'by_mail as byMail', 'by_push as byPush'])
    .execute();
  const chosen = new Map(rows.map(({ kind, ...choice }) => [kind, choice]));
  return Object.fromEntries(
    notificationKinds.map((kind) => [kind, chosen.get(kind) ?? defaultChoice]),
  ) as Choices;
}

export async function saveChoices(
  { db }: Pick<App, 'db'>,
  accountId: string,
  choices: Choices,
): Promise<void> {
  const rows = notificationKinds.map((kind) => ({
    account_id: accountId,
    kind,
    on_page: choices[kind].onPage,
    by_mail: choices[kind].byMail,
    by_push: choices[kind].byPush,
  }));
  await db
    .insertInto('social.notification_choice')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'kind']).doUpdateSet((eb) => ({
        on_page: eb.ref('excluded.on_page'),
        by_mail: eb.ref('excluded.by_mail'),
        by_push: eb.ref('excluded.by_push'),
      })),
    )
    .execute();
}
