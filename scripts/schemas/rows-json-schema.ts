import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { count, number } from '../../lib/base/schema';
import { OUTPUT_VERSION } from '../../lib/rows/file/output-version';
import { fileRowSchema, rowsHeaderSchema } from '../../lib/rows/file/rows-file';

/** What `highwater replay --json` prints, for programs in any language: each line is one of these. */
export function rowsJsonSchema(): object {
  const options: ConversionConfig = {
    target: 'draft-2020-12',
    // Our numbers are checked by code, for which the library has no words.
    overrideSchema: ({ valibotSchema, jsonSchema, errors }) => {
      if (valibotSchema === count) return { type: 'number', minimum: 0 };
      if (valibotSchema === number) return { type: 'number' };
      if (errors !== undefined) throw new Error(errors.join(' '));
      return jsonSchema;
    },
    errorMode: 'ignore',
  };
  const converted = (schema: v.GenericSchema) => toJsonSchema(schema, options);
  const { $schema, ...header } = converted(rowsHeaderSchema);
  const { $schema: _, ...row } = converted(fileRowSchema);
  return {
    $schema,
    title: `highwater replay --json, version ${OUTPUT_VERSION}: the first line is the header, every other a row`,
    anyOf: [{ $ref: '#/$defs/header' }, { $ref: '#/$defs/row' }],
    $defs: { header, row },
  };
}
