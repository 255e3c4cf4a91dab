import type { Lists } from '../lists/list.ts';
import { listNotifications } from './list-notifications.ts';
import { NotificationRecord, toNotificationRecord } from './record.ts';

export const notificationLists: Lists = {
  notifications: {
    record: NotificationRecord,
    load: async (app, viewer, { offset }) => {
      const page = await listNotifications(app, viewer, offset);
      return {
        data: page.items.map((each) => toNotificationRecord(app, viewer, each)),
        has_more: page.hasMore,
      };
    },
  },
};
