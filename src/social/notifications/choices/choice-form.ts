import type { Choice } from '../../notify/choice.ts';
import type { Choices } from './choices.ts';
import { notificationKinds, type NotificationKind } from '../../notify/kinds.ts';

export type Way = 'page' | 'mail' | 'push';

/** The name of a box: its kind and its way. */
export const boxOf = (kind: NotificationKind, way: Way) => `${kind}-${way}`;

/** A form with a box for each kind and way; what is not sent is off. */
export function readForm(body: Readonly<Record<string, unknown>>): Choices {
  const isOn = (kind: NotificationKind, way: Way) => body[boxOf(kind, way)] === 'on';
  return Object.fromEntries(
    notificationKinds.map((kind): [NotificationKind, Choice] => [
      kind,
      { onPage: isOn(kind, 'page'), byMail: isOn(kind, 'mail'), byPush: isOn(kind, 'push') },
    ]),
  ) as Choices;
}
