import { Problem } from '../../kernel/problem.ts';
import { readTogether, type LiveKind } from '../live/event.ts';
import { getCountersOf } from './counters.ts';
import { getNotification } from './list-notifications.ts';

const counters: LiveKind = {
  name: 'counters',
  isState: true,
  ...readTogether(async (app, viewers) => {
    const found = await getCountersOf(app, viewers);
    return new Map(
      [...found].map(([id, { friendRequests, messages, notifications }]) => [
        id,
        { friendRequests, messages, notifications },
      ]),
    );
  }),
};

/** A new notification in the list. */
const notification: LiveKind = {
  name: 'notification',
  isState: false,
  read: async (app, viewer, data) => {
    const { id } = data as { id: string };
    try {
      await getNotification(app, viewer, id);
      return { id };
    } catch (error) {
      // It was withdrawn, or is no longer visible to the receiver.
      if (error instanceof Problem && error.kind === 'missing') return undefined;
      throw error;
    }
  },
};

export const notificationLiveKinds: readonly LiveKind[] = [counters, notification];
