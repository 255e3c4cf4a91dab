import { Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import { jobKind } from '../../platform/jobs.ts';

/** Notifies the subscribers of a plan of its new price. */
export const notifyNewTerms = jobKind('social.notify-new-terms', Type.Object({ planId: Id }));
