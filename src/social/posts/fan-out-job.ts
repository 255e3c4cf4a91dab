import { Type } from 'typebox';
import { jobKind } from '../../platform/jobs.ts';

/** Writes a new post into its readers' feeds. */
export const fanOutJob = jobKind('social.fan-out', Type.Object({ id: Type.String() }));
