/** Rewrites the golden answers: `npm run golden:write`. Only on purpose, never together with a refactor. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { seedCatalogue } from '../support/seed-catalogue.js';
import { answersOf, goldenText, QUESTIONS } from './questions.js';

for (const [id, question] of Object.entries(QUESTIONS)) {
  const file = fileURLToPath(new URL(`./${id}.json`, import.meta.url));
  writeFileSync(file, goldenText(question, answersOf(seedCatalogue(), question)));
  console.log(`wrote test/golden/${id}.json`);
}
