import type { Caller } from './caller.ts';

export function callBoth(sdk: object, caller: Caller): Promise<object>;
export function expected(name: string): object;
