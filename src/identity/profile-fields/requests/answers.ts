import { Type } from 'typebox';

/** Options of a request's schema that has answers. JSON may name a list `fld_<id>[]`. */
export const withAnswers = { patternProperties: { '^fld_[0-9]{1,19}(\\[\\])?$': Type.Unknown() } };
