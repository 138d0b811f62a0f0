/** The registry of price-list formats. To add one: its file, and its line here. */
import { alibabaDescribePrice } from './alibaba-describe-price.js';
import { alibabaPriceFile } from './alibaba-price-file.js';
import { awsOfferCsv } from './aws-offer-csv.js';
import { awsOfferJson } from './aws-offer-json.js';
import { awsSavingsPlansCsv, awsSavingsPlansJson } from './aws-savings-plans.js';
import { azurePriceSheet } from './azure-price-sheet.js';
import { azureRetail } from './azure-retail.js';
import { cardwiseCsv } from './cardwise-csv.js';
import { cardwiseJson } from './cardwise-json.js';
import { cardwiseNdjson } from './cardwise-ndjson.js';
import { ec2Instances } from './ec2-instances.js';
import type { Feed } from './feed.js';
import { focus } from './focus.js';
import { gcpSkus } from './gcp-skus.js';
import { gpuhunt } from './gpuhunt.js';
import { infracost } from './infracost.js';
import { karpenter } from './karpenter.js';
import { opencostCsv } from './opencost-csv.js';
import { opencostJson } from './opencost-json.js';
import { skypilot } from './skypilot.js';
import { tencentPriceInquiry } from './tencent-price-inquiry.js';
import { tencentZoneConfig } from './tencent-zone-config.js';

export const FEEDS = {
  csv: cardwiseCsv,
  json: cardwiseJson,
  ndjson: cardwiseNdjson,
  'tencent-zone-config': tencentZoneConfig,
  'tencent-price-inquiry': tencentPriceInquiry,
  'alibaba-price-file': alibabaPriceFile,
  'alibaba-describe-price': alibabaDescribePrice,
  'aws-offer-json': awsOfferJson,
  'aws-offer-csv': awsOfferCsv,
  'aws-savings-plans-json': awsSavingsPlansJson,
  'aws-savings-plans-csv': awsSavingsPlansCsv,
  'azure-retail': azureRetail,
  'azure-price-sheet': azurePriceSheet,
  'gcp-skus': gcpSkus,
  skypilot,
  gpuhunt,
  'ec2-instances': ec2Instances,
  'opencost-csv': opencostCsv,
  'opencost-json': opencostJson,
  infracost,
  karpenter,
  focus,
} as const satisfies Readonly<Record<string, Feed>>;

export type FeedId = keyof typeof FEEDS;
export const FEED_IDS = Object.keys(FEEDS) as FeedId[];
