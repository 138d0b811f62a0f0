/** Calibrations on the wire. */
import { Type } from 'typebox';
import { Calibration } from '../../engine/calibration/calibration.js';
import { Estimate } from '../../engine/units.js';

const Head = {
  id: Type.String({ format: 'uuid', maxLength: 36 }),
  calibration: Calibration,
  createdBy: Type.Union([Type.String({ maxLength: 100 }), Type.Null()], { description: 'Key that sent it.' }),
  createdAt: Type.String({ format: 'date-time', maxLength: 40 }),
};

export const StoredCalibration = Type.Object(Head, {
  additionalProperties: false,
  $id: 'StoredCalibration',
  description: 'A load test as it is kept.',
});

export const RecordedCalibration = Type.Object(
  {
    ...Head,
    comparison: Type.Object(
      {
        scenario: Type.String({ maxLength: 60 }),
        model: Type.String({ maxLength: 200 }),
        accelerator: Type.String({ maxLength: 64 }),
        software: Type.String({ maxLength: 200 }),
        metrics: Type.Record(
          Type.String({ maxLength: 60 }),
          Type.Object(
            {
              measured: Type.Number(),
              predicted: Estimate,
              ratio: Type.Number({ description: 'measured / predicted.' }),
            },
            { additionalProperties: false },
          ),
        ),
      },
      {
        additionalProperties: false,
        description: 'What was measured beside what was predicted without any calibration.',
      },
    ),
  },
  { additionalProperties: false, $id: 'RecordedCalibration', description: 'A load test that was just taken.' },
);

export const CalibrationPage = Type.Object(
  {
    items: Type.Array(StoredCalibration, { maxItems: 200 }),
    nextCursor: Type.Union([Type.String({ maxLength: 36 }), Type.Null()]),
  },
  { additionalProperties: false, $id: 'CalibrationPage', description: 'Your load tests in the order of their ids.' },
);

export const CalibrationParams = Type.Object({
  id: Type.String({ maxLength: 60, description: 'Id of the calibration.' }),
});
