import { Type } from 'typebox';
import { job } from '../../../platform/jobs.ts';
import { sendEvents } from './send-events.ts';

/** Its name and payload are also in the migration whose triggers add it. */
export const sendEventsJob = job('links.send-events', Type.Object({ account: Type.String() }), sendEvents);
