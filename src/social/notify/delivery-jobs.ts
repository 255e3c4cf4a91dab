import { Type } from 'typebox';
import { jobKind } from '../../platform/jobs.ts';

const One = Type.Object({ id: Type.String() });

export const mailNotification = jobKind('social.mail-notification', One);
export const pushNotification = jobKind('social.push-notification', One);
