import { Problem } from '../../kernel/problem.ts';
import type { LiveKind } from '../live/event.ts';
import { readCounters } from './counters.ts';
import { readNotification } from './list-notifications.ts';

const counters: LiveKind = {
  name: 'counters',
  isState: true,
  read: async (app, viewer) => {
    const { friendRequests, messages, notifications } = await readCounters(app, viewer);
    return { friendRequests, messages, notifications };
  },
};

/** Something new stands in the list. */
const notification: LiveKind = {
  name: 'notification',
  isState: false,
  read: async (app, viewer, data) => {
    const { id } = data as { id: string };
    try {
      await readNotification(app, viewer, id);
      return { id };
    } catch (error) {
      // Taken back since, or not for their eyes any more.
      if (error instanceof Problem && error.kind === 'missing') return undefined;
      throw error;
    }
  },
};

export const notificationLiveKinds: readonly LiveKind[] = [counters, notification];
