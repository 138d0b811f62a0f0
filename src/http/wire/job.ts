/** What every job on a price sheet shows, whatever it does. */
import { Type } from 'typebox';

const nullable = (maxLength: number, description: string) =>
  Type.Union([Type.String({ maxLength }), Type.Null()], { description });

export const jobFields = (report: string) => ({
  id: Type.String({ maxLength: 60 }),
  sheet: Type.String({ maxLength: 100 }),
  status: Type.Union(
    [
      Type.Literal('running'),
      Type.Literal('done'),
      Type.Literal('failed'),
      Type.Literal('cancelled'),
      Type.Literal('interrupted'),
    ],
    { description: 'interrupted: the process that ran it went away. Only what is done left anything behind.' },
  ),
  createdBy: nullable(100, 'Key that started it.'),
  startedAt: Type.String({ format: 'date-time', maxLength: 40 }),
  updatedAt: Type.String({ format: 'date-time', maxLength: 40, description: 'Its last sign of life.' }),
  finishedAt: nullable(40, 'null: it runs.'),
  report: Type.Unknown({ description: report }),
});
