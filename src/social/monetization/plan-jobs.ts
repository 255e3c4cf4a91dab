import { Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import { jobKind } from '../../platform/jobs.ts';

/** Tells who subscribes to a plan what it costs from now on. */
export const notifyNewTerms = jobKind('social.notify-new-terms', Type.Object({ planId: Id }));
