import { Type } from 'typebox';
import { operations } from '../../../platform/http/endpoint.ts';
import { Done } from '../../../platform/http/families/social.ts';
import { savePushDevice } from './save-push-device.ts';

const member = operations('User and data', 'member');

export const pushRoutes = [
  member.post({
    path: '/apis/php/user/onesignal',
    summary: 'Register this device for push notifications',
    description: 'Stored until the session ends. A new registration replaces the previous one of the device.',
    body: Type.Object({
      onesignal_id: Type.String({ maxLength: 200, description: 'The player ID from OneSignal' }),
    }),
    returns: Done,
    example: { onesignal_id: '0f1a3b52-9d2c-4f0e-8a51-2f6f3d1c7e90' },
    handle: async ({ app, viewer, caller, body }) => {
      await savePushDevice(app, viewer, caller.sessionId, body.onesignal_id);
      return { message: 'Kept' };
    },
  }),
];
