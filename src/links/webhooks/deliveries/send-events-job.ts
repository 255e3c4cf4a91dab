import { Type } from 'typebox';
import { job } from '../../../platform/jobs.ts';
import { sendEvents } from './send-events.ts';

/** Name and payload must match the migration whose triggers queue this job. */
export const sendEventsJob = job('links.send-events', Type.Object({ account: Type.String() }), sendEvents);
