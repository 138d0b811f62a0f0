import { defineConfig } from 'prisma/config';

// The address is only for Prisma's own commands (studio, db pull); the service hands its own to the driver.
export default defineConfig({
  schema: 'schema.prisma',
  migrations: { path: 'migrations' },
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://localhost/cardwise' },
});
