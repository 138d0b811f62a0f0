// Generated from openapi/openapi.json by `npm run client:generate`. Do not edit.

/** Release of the service that this was made from. */
export const SERVICE_VERSION = "0.1.0";

/** An accelerator model. `null` = unknown. */
export type Accelerator = {
  /** Stable id, e.g. `a100-sxm4-80gb`. */
  readonly id: string;
  /** Display name, e.g. `A100-SXM4-80GB`. */
  readonly name: string;
  /** Other spellings in feeds and measurements. An alias that fits several accelerators is ambiguous. */
  readonly aliases: readonly (string)[];
  /** Maker of the chip. */
  readonly vendor: string;
  /** What kind it is. */
  readonly kind: "gpu" | "npu" | "tpu" | "asic";
  readonly architecture: string | null;
  readonly computeCapability: string | null;
  readonly memoryGiB: number | null;
  readonly usableMemoryGiB: number | null;
  readonly cudaVisibleMemoryGiB?: number | null;
  /** Memory bandwidth, 10⁹ bytes a second. */
  readonly memoryBandwidthGBps: number | null;
  readonly fp64Tflops: number | null;
  readonly fp64TensorTflops: number | null;
  readonly fp32Tflops: number | null;
  readonly tf32Tflops: number | null;
  readonly fp16Tflops: number | null;
  readonly fp8Tflops: number | null;
  readonly int8Tops: number | null;
  readonly fp4Tflops: number | null;
  /** Computes in bf16. */
  readonly hasBf16: boolean | null;
  /** Computes in fp8. */
  readonly hasFp8: boolean | null;
  /** Computes in int8. */
  readonly hasInt8: boolean | null;
  readonly interconnectGBps: number | null;
  /** Generation of PCI Express. */
  readonly pcieGeneration: number | null;
  /** Power limit, W. */
  readonly tdpW: number | null;
  readonly nvencEngines: number | null;
  readonly nvdecEngines: number | null;
  readonly hasRtCores: boolean | null;
  /** Empty = no MIG. */
  readonly migProfiles: readonly ({
    /** Name. */
    readonly name: string;
    /** Compute slices of the profile. */
    readonly computeSlices: number;
    /** Memory slices of the profile. */
    readonly memorySlices: number;
    /** Memory, GiB (2³⁰ bytes). */
    readonly memoryGiB: number;
    /** Start slices at which the profile may lie. */
    readonly placements: readonly (number)[];
    /** Most instances of the profile on a card. */
    readonly maxInstances: number;
  })[];
  /** vGPU profiles; empty = none known. */
  readonly vgpuProfiles: readonly ({
    /** Name. */
    readonly name: string;
    /** Q (workstation), B (virtual PC), A (applications), C (compute). */
    readonly series: string;
    /** Graphics memory, MiB. */
    readonly frameBufferMiB: number;
    /** Most of them on a card. */
    readonly maxPerAccelerator: number;
    /** Licence that it needs or is under. */
    readonly licence?: string;
  })[];
  readonly provenance: Provenance;
};

/** A page in the order of keys. */
export type AcceleratorPage = {
  /** Entries of the list. */
  readonly items: readonly (ListedAccelerator)[];
  /** null: this is the last page. */
  readonly nextCursor: string | null;
};

/** How wrong our predictions are. */
export type AccuracyReply = {
  /** Version of the engine that answered. */
  readonly engineVersion: string;
  /** Errors by task, split and group. */
  readonly sections: readonly ({
    /** What is predicted, e.g. a metric of serving, training or rendering. */
    readonly task: string;
    /** What was left out: interpolation, an architecture, a card, a source … */
    readonly split: string;
    /** `all`, `held out` (sweeps that no fit and no choice looked at), or an engine, card or model. */
    readonly group: string;
    /** Left-out rows. */
    readonly count: number;
    /** Median absolute percentage error, as a ratio: 0.1 = 10 %. */
    readonly medianApe: number;
    /** Share of the rows within 25 %. */
    readonly within25: number;
    /** 90th percentile of the error, as a ratio. */
    readonly p90?: number;
    /** Median signed error, as a ratio; above 0 = predicted too high. */
    readonly bias?: number;
    /** Share of the rows inside the stated 80 % interval. */
    readonly coverage?: number;
    /** Without the correction by measured rows. */
    readonly uncorrected?: {
      /** Median absolute percentage error, as a ratio: 0.1 = 10 %. */
      readonly medianApe: number;
      /** Share of the rows within 25 %. */
      readonly within25: number;
    };
    /** Of plain arithmetic on datasheets. */
    readonly naiveRoofline?: {
      /** Median absolute percentage error, as a ratio: 0.1 = 10 %. */
      readonly medianApe: number;
      /** Share of the rows within 25 %. */
      readonly within25: number;
    };
    /** Of one efficiency for all. */
    readonly constantEfficiency?: {
      /** Median absolute percentage error, as a ratio: 0.1 = 10 %. */
      readonly medianApe: number;
      /** Share of the rows within 25 %. */
      readonly within25: number;
    };
  })[];
};

/** A key without its secret. */
export type ApiKey = {
  /** Id. */
  readonly id: string;
  /** Tenant that it belongs to. */
  readonly tenant: string;
  /** Name. */
  readonly name: string;
  /** The part of the key that may be seen. */
  readonly prefix: string;
  /** What the key may do. */
  readonly scopes: readonly ("plan" | "catalogue:read" | "catalogue:write" | "prices:publish" | "admin")[];
  /** Id of the key that it takes over from. */
  readonly rotates: string | null;
  /** Who made it. */
  readonly createdBy: string | null;
  /** When it was made. */
  readonly createdAt: string;
  /** null: does not expire. */
  readonly expiresAt: string | null;
  /** null: not revoked. */
  readonly revokedAt: string | null;
};

/** All keys, expired and revoked ones, too. */
export type ApiKeyList = {
  /** Entries of the list. */
  readonly items: readonly (ApiKey)[];
};

/** One change. */
export type AuditEvent = {
  /** Id. */
  readonly id: string;
  /** When. */
  readonly at: string;
  /** Id of the key, `anonymous`, `bootstrap` or `system`. */
  readonly actor: string;
  /** What was done, or is to be done. */
  readonly action: string;
  /** Kind of thing that was changed. */
  readonly subjectKind: string;
  /** Which one. */
  readonly subjectId: string;
  /** What it was; null where there was nothing. */
  readonly before: unknown;
  /** What it became; null where nothing is left. */
  readonly after: unknown;
  /** The call that did it. */
  readonly requestId: string | null;
};

/** Changes, newest first. */
export type AuditPage = {
  /** Entries of the list. */
  readonly items: readonly (AuditEvent)[];
  /** Send it as `cursor` for the next page; null = this is the last. */
  readonly nextCursor: string | null;
};

/** Sale status of an instance type in a region or zone. */
export type Availability = {
  /** Provider id, e.g. `tencent`. */
  readonly provider: string;
  /** Instance type as the provider writes it. */
  readonly instanceType: string;
  /** Region id as the provider's API spells it. */
  readonly region: string;
  /** Zone id; null = the whole region. */
  readonly zone: string | null;
  readonly saleStatus: SaleStatus;
  readonly provenance: Provenance;
};

/** Where the types are sold. */
export type AvailabilityList = {
  /** Entries of the list. */
  readonly items: readonly (Availability)[];
};

/** What was written. */
export type AvailabilityResult = {
  /** Rows of the request. */
  readonly rows: number;
  /** Rows that say something new. */
  readonly changed: number;
};

/** Sale status of types in regions and zones. */
export type AvailabilityRows = {
  /** Rows to create or replace, all or none. */
  readonly rows: readonly (Availability)[];
};

/** One question of a batch; a line of the body. */
export type BatchLine = {
  /** Comes back with the answer. */
  readonly id: string;
  readonly request: RecommendRequest;
};

/** The answer to one line, in the order of the questions. */
export type BatchReplyLine = {
  /** null where the line had none to read. */
  readonly id: string | null;
  /** What /recommend would have answered. */
  readonly status: number;
  readonly body: RecommendReply | Problem;
};

/** A load test of yours. It corrects predictions for that model, card and engine from then on. */
export type Calibration = {
  /** What is to be run: one of the scenarios, told apart by `scenario`. */
  readonly workload: LlmInferenceWorkload | ModelInferenceWorkload | LlmTrainingWorkload | LlmFinetuningWorkload | ModelTrainingWorkload | OfflineRenderingWorkload | VirtualWorkstationWorkload | VideoTranscodingWorkload | HpcWorkload;
  /** What it ran on, as for /evaluate; its fields follow from the scenario, see `allOf`. */
  readonly configuration: { readonly [key: string]: unknown };
  /** Measured values by metric, as /evaluate names them. */
  readonly measured: { readonly [key: string]: number };
  /** Runs that the values are the mean of. */
  readonly runs: number;
  /** A day, YYYY-MM-DD. */
  readonly measuredOn: string;
  /** For people; changes nothing. */
  readonly note?: string;
};

/** Your load tests in the order of their ids. */
export type CalibrationPage = {
  /** Entries of the list. */
  readonly items: readonly (StoredCalibration)[];
  /** Send it as `cursor` for the next page; null = this is the last. */
  readonly nextCursor: string | null;
};

export type CapacityPlanReply = {
  /** Version of the catalogue that answered, with your prices and load tests. */
  readonly catalogueVersion: string;
  /** A day, YYYY-MM-DD. */
  readonly pricedOn: string;
  /** ISO 4217 currency code. */
  readonly currency: string;
  /** What is rented: the first plan of `/recommend` for this workload; null = nothing fits. */
  readonly plan: {
    /** Provider id. */
    readonly provider: string;
    /** Region id, as the provider's own API writes it. */
    readonly region: string;
    /** Instance type, as the provider writes it. */
    readonly instanceType: string;
    /** Peak load that one server carries within the goals. */
    readonly loadPerServer: number;
    /** Unit of the load. */
    readonly loadUnit: string;
  } | null;
  /** Month by month. */
  readonly months: readonly ({
    /** A month, YYYY-MM. */
    readonly month: string;
    /** Load of the month. */
    readonly demand: {
      /** Lower end. */
      readonly low: number;
      /** Expected value. */
      readonly expected: number;
      /** Upper end. */
      readonly high: number;
    };
    /** Servers that the peak of the month may need. */
    readonly servers: number;
    /** Of them committed, or paid for already. */
    readonly committed: number;
    /** Servers on demand at the peak. */
    readonly onDemand: number;
    /** Servers on spot at the peak. */
    readonly spot: number;
    /** Expected cost, amortised; null = unpriced. */
    readonly monthly: Money | null;
    /** At the ends of the demand’s interval. */
    readonly monthlyRange: {
      /** An exact, non-negative decimal amount as text. */
      readonly low: string;
      /** An exact, non-negative decimal amount as text. */
      readonly high: string;
    } | null;
    /** Probability that the peak exceeds what the servers carry within the latency goals. */
    readonly missProbability: number;
    /** Share of the paid time that nobody uses. */
    readonly idleRatio: number;
    /** What to do at the start of the month. */
    readonly actions: readonly ({
      /** What to do at the start of the month. */
      readonly action: "add-servers" | "release-servers" | "commit" | "commitment-ends";
      /** Number of servers. */
      readonly servers: number;
      /** Billing mode. */
      readonly billingMode?: "on-demand" | "subscription" | "reserved" | "savings-plan" | "spot";
      /** Months of the commitment. */
      readonly termMonths?: number;
      readonly finding: Finding;
    })[];
  })[];
  /** The same demand bought for the peak, for the mean, and as planned. */
  readonly policies: readonly ({
    /** The policy. */
    readonly name: "peak" | "mean" | "planned";
    /** Cost of the whole horizon; null = not priced. */
    readonly totalCost: Money | null;
    /** Most servers of any month. */
    readonly servers: number;
    /** Probability that the load is not carried, in the worst month. */
    readonly worstMissProbability: number;
    /** Mean share of the paid time that nobody uses. */
    readonly meanIdleRatio: number;
  })[];
  /** Where the demand is from. */
  readonly forecast: {
    /** Method, or `given` / `growth`. */
    readonly method: string;
    /** Σ|error| / Σ value over the back-test of the history; null = not tested. */
    readonly backTestErrorRatio: number | null;
  };
  /** Reasons, assumptions and warnings, each with a stable code. */
  readonly findings: readonly (Finding)[];
};

/** When must we grow, and what do we commit to? */
export type CapacityPlanRequest = {
  /** What is to be run: one of the scenarios, told apart by `scenario`. */
  readonly workload: LlmInferenceWorkload | ModelInferenceWorkload | LlmTrainingWorkload | LlmFinetuningWorkload | ModelTrainingWorkload | OfflineRenderingWorkload | VirtualWorkstationWorkload | VideoTranscodingWorkload | HpcWorkload;
  /** Limits on the plans. A stated one is enforced or refused, never dropped. */
  readonly constraints?: {
    /** Providers allowed. Empty = not stated. */
    readonly providers?: readonly (string)[];
    /** Providers excluded. Empty = not stated. */
    readonly excludeProviders?: readonly (string)[];
    /** Regions allowed, id or alias; `provider/region` pins the provider. Empty = not stated. */
    readonly regions?: readonly (string)[];
    /** Zones allowed. Empty = not stated. */
    readonly zones?: readonly (string)[];
    /** ISO 3166 codes (`cn` is the mainland) or `apac`, `emea`, `amer`. Empty = not stated. */
    readonly geographies?: readonly (string)[];
    /** Accelerators allowed, any spelling. Empty = not stated. */
    readonly accelerators?: readonly (string)[];
    /** Accelerators excluded, any spelling. Empty = not stated. */
    readonly excludeAccelerators?: readonly (string)[];
    /** Instance types or families allowed. Empty = not stated. */
    readonly instanceTypes?: readonly (string)[];
    /** Instance types or families excluded. Empty = not stated. */
    readonly excludeInstanceTypes?: readonly (string)[];
    /** Billing modes allowed. Default: all but spot. */
    readonly billingModes?: readonly ("on-demand" | "subscription" | "reserved" | "savings-plan" | "spot")[];
    /** Sale statuses allowed. Default: all but retired. */
    readonly saleStatuses?: readonly (SaleStatus)[];
    /** Budget of a plan, a month. */
    readonly maxMonthlyCost?: Money;
    /** Only servers with RDMA. */
    readonly requireRdma?: boolean;
    /** Only servers whose cards are joined by NVLink. */
    readonly requireNvlink?: boolean;
    /** Only servers with so many vCPUs for each card (or slice of one) that they hold. */
    readonly minVcpuPerAccelerator?: number;
    /** Only servers with so much memory, GiB, for each card (or slice of one) that they hold. */
    readonly minHostMemoryGiBPerAccelerator?: number;
    /** Fractions of a card and shared cards may be used. */
    readonly allowSharing?: boolean;
    /** Most servers of a plan. */
    readonly maxServers?: number;
    /** Plans whose price is unknown are listed after the priced ones. */
    readonly allowUnpriced?: boolean;
    /** Limits of your account. */
    readonly quota?: readonly ({
      /** Region id, `provider/region` pins the provider. */
      readonly region: string;
      /** Instance type or family; exactly one of instanceType and accelerator. */
      readonly instanceType?: string;
      /** Accelerator in any spelling. */
      readonly accelerator?: string;
      /** Most servers (instanceType) or cards (accelerator). */
      readonly max: number;
    })[];
  };
  /** Exactly one of history, growth and forecast. */
  readonly demand: {
    /** Peak load by month, without gaps, in the unit of the workload’s load (for jobs: runs a month). */
    readonly history?: readonly ({
      /** A month, YYYY-MM. */
      readonly month: string;
      /** Peak load of the month. */
      readonly value: number;
    })[];
    /** Growth from the load that the workload states. */
    readonly growth?: {
      /** 0.05 = 5 % more each month. */
      readonly ratioPerMonth?: number;
      /** Lasting changes: a new customer, a new product. */
      readonly steps?: readonly ({
        /** A month, YYYY-MM. */
        readonly month: string;
        /** Load from this month on over what it would be; 1.5 = half as much again. */
        readonly ratio: number;
      })[];
      /** Peaks that come back every year. */
      readonly seasonal?: readonly ({
        /** 1 = January. */
        readonly monthOfYear: number;
        /** Peak of this month over its trend; 2 for a promotion that doubles it. */
        readonly ratio: number;
      })[];
      /** Half-width of the 80 % interval of the first month over its expected value; it grows with the root of the months. Absent = our assumption, stated. */
      readonly uncertaintyRatio?: number;
    };
    /** Your own forecast, month by month without gaps. */
    readonly forecast?: readonly ({
      /** A month, YYYY-MM. */
      readonly month: string;
      /** Lower end of the 80 % interval. */
      readonly low: number;
      /** Expected peak load. */
      readonly expected: number;
      /** Upper end of the 80 % interval. */
      readonly high: number;
    })[];
  };
  /** Months to plan. */
  readonly horizonMonths: number;
  /** How much risk is taken, and which commitments are considered. */
  readonly policy?: {
    /** Largest probability that the peak of a month exceeds what the servers carry within the goals. */
    readonly maxQueueProbability?: number;
    /** Commitments to consider; empty = none. Default: 1, 3, 6, 12, 24, 36 and 60 months, up to the horizon. */
    readonly commitmentTermsMonths?: readonly (number)[];
  };
  /** When and for how long it runs. */
  readonly usage?: {
    /** Hours a month in which the fleet runs. With hourlyLoad it caps the running hours (the busiest are kept) and does not rescale. */
    readonly hoursPerMonth?: number;
    /** Months for which you will need it: the longest commitment considered. */
    readonly termMonths?: number;
    /** Load as ratios of the peak (1 = peak): 24 hours, 168 hours, or 672…8,784 hours. Hour 0 of 24 and 168 is Monday 00:00 in timeZone. */
    readonly hourlyLoad?: readonly (number)[];
    /** A day or week by name, in place of hourlyLoad. */
    readonly loadShape?: {
      /** A day or week by name, in place of hourlyLoad. */
      readonly shape: "flat" | "noon-peak" | "evening-peak" | "night-batch" | "office-hours";
      /** Mean load over peak load; the shape is bent to it. Absent = the mean of the shape. */
      readonly meanRatio?: number;
    };
    /** IANA time zone of hourlyLoad, e.g. `Asia/Shanghai`. */
    readonly timeZone?: string;
    /** Growth of the load from month to month; 0.05 = 5 % a month. Costs are the mean month of the term. */
    readonly growthRatioPerMonth?: number;
    /** Jobs only: how often the job runs in a month. */
    readonly runsPerMonth?: number;
    /** The work survives the loss of a server at short notice. */
    readonly interruptible?: boolean;
    /** Largest share of the servers that may be on spot. */
    readonly maxSpotRatio?: number;
    /** Hours lost to interruptions over hours of useful work on spot. Absent = our assumption, stated. */
    readonly spotOverheadRatio?: number;
    /** Longest commitment you accept; 0 = none. */
    readonly maxCommitmentMonths?: number;
  };
  /** What is billed beside the servers. */
  readonly storage?: {
    /** Data that every server reads; kept on its data disk when no other store is stated, GiB. 0 = none; absent = not stated. */
    readonly datasetGiB?: number;
    /** System disk of each server, GiB. 0 = none; absent = not stated. */
    readonly systemDiskGiB?: number;
    /** Data disk of each server, GiB. 0 = none; absent = not stated. */
    readonly dataDiskGiB?: number;
    /** Storage type id or name of the disks; absent = the cheapest that is priced. */
    readonly diskType?: string;
    /** Throughput wanted of each data disk, MB/s; what exceeds the included one is billed. */
    readonly diskThroughputMBps?: number;
    /** Snapshots of the whole plan, GiB. 0 = none; absent = not stated. */
    readonly snapshotGiB?: number;
    /** Custom images of the whole plan, GiB. 0 = none; absent = not stated. */
    readonly imageGiB?: number;
    /** Backups of the whole plan, GiB. 0 = none; absent = not stated. */
    readonly backupGiB?: number;
    /** Traffic to the internet of the whole plan, GiB a month. */
    readonly egressGiBPerMonth?: number;
    /** Internet bandwidth bought by the month instead of by traffic, Mbps. */
    readonly egressBandwidthMbps?: number;
    /** Public addresses of the whole plan. */
    readonly publicAddresses?: number;
    /** Traffic to other regions, GiB a month. */
    readonly crossRegionGiBPerMonth?: number;
    /** Bandwidth bought between regions, Mbps. */
    readonly crossRegionBandwidthMbps?: number;
    /** Traffic between zones, GiB a month. */
    readonly crossZoneGiBPerMonth?: number;
    /** Shared file storage, GiB. 0 = none; absent = not stated. */
    readonly fileStorageGiB?: number;
    /** Storage type id of the file storage; absent = the cheapest priced. */
    readonly fileStorageType?: string;
    /** Parallel file system, GiB. 0 = none; absent = not stated. */
    readonly parallelFileStorageGiB?: number;
    /** Storage type id of the parallel file system; absent = the cheapest priced. */
    readonly parallelFileStorageType?: string;
    /** Object storage, GiB. 0 = none; absent = not stated. */
    readonly objectStorageGiB?: number;
    /** Storage class id of the object storage; absent = the cheapest priced. */
    readonly objectStorageType?: string;
    /** Requests to the object storage, a month. */
    readonly objectRequestsPerMonth?: number;
    /** Software licences to be bought beside the servers. */
    readonly licences?: readonly ({
      /** Sku of the licence in the price sheet. */
      readonly sku: string;
      /** How many. */
      readonly quantity: number;
      /** true: so many on each server. */
      readonly perServer?: boolean;
    })[];
    /** Fees of managed clusters. */
    readonly clusterFees?: readonly ({
      /** Sku of the fee in the price sheet. */
      readonly sku: string;
      /** How many. */
      readonly quantity: number;
    })[];
  };
  /** Servers already paid for. */
  readonly existing?: readonly ({
    /** Provider id; absent = any provider with this type and region. */
    readonly provider?: string;
    /** Instance type in any spelling, or `provider/type`. */
    readonly instanceType: string;
    /** Region id or alias. */
    readonly region: string;
    /** Servers. */
    readonly count: number;
    /** A day, YYYY-MM-DD. */
    readonly until: string;
  })[];
  /** Weights of the six dimensions; normalised to 1. Omitted ones take the default of the scenario. */
  readonly weights?: {
    /** Model, memory and compute against the need. */
    readonly gpuSpec?: number;
    /** Family made for the scenario; CPU and memory a card. */
    readonly instanceType?: number;
    /** Billing modes against the usage. */
    readonly billing?: number;
    /** Cost a unit of work, utilisation, sharing. */
    readonly costOptimisation?: number;
    /** Engines, kernels, libraries, drivers, images. */
    readonly accelerationStack?: number;
    /** RDMA, NVLink, disks, egress. */
    readonly networkStorage?: number;
  };
  /** A day, YYYY-MM-DD. */
  readonly pricedOn?: string;
  /** Answer with what was known at this instant; null = now. */
  readonly knownAt?: string | null;
  /** ISO 4217 currency code. */
  readonly currency?: string;
  /** Rates that may be used where a price is in another currency. */
  readonly exchangeRates?: readonly ({
    /** ISO 4217 currency code. */
    readonly from: string;
    /** ISO 4217 currency code. */
    readonly to: string;
    /** An exact, non-negative decimal amount as text. */
    readonly rate: string;
    /** A day, YYYY-MM-DD. */
    readonly asOn: string;
    /** Where the rate is from. */
    readonly source: string;
  })[];
};

export type ConsolidateReply = {
  /** Version of the catalogue that answered, with your prices and load tests. */
  readonly catalogueVersion: string;
  /** Version of the engine that answered. */
  readonly engineVersion: string;
  /** Day for which prices were taken, YYYY-MM-DD. */
  readonly pricedOn: string;
  /** Cards in all. */
  readonly cards: number;
  /** Number of servers. */
  readonly servers: number;
  /** Provider id. */
  readonly provider: string | null;
  /** Region id, as the provider's own API writes it. */
  readonly region: string | null;
  /** Instance type, as the provider writes it. */
  readonly instanceType: string | null;
  readonly technology: "qgpu" | "mig" | "time-slicing" | "mps" | "hami" | "fraction" | null;
  /** Cost a month; null = not priced. */
  readonly monthly: Money | null;
  /** The bill of `monthly`, line by line; null = nothing fits. */
  readonly cost: Cost | null;
  /** Part of the cost that pays for what nobody uses. */
  readonly freeMonthly: Money | null;
  /** Which service lies on which card. */
  readonly placements: readonly ({
    /** Number of the card. */
    readonly card: number;
    /** Accelerator id. */
    readonly accelerator: string;
    /** How a card is shared. */
    readonly technology: "qgpu" | "mig" | "time-slicing" | "mps" | "hami" | "fraction";
    /** Slices of the card, one a service. */
    readonly slices: readonly ({
      /** The service. */
      readonly serviceId: string;
      /** Memory set aside for it, in steps of the technology. */
      readonly memoryGiB: number;
      /** Compute set aside for it, in steps of the technology. */
      readonly computeRatio: number;
      /** MIG profile. */
      readonly profile?: string;
      /** MIG placement on the memory-slice grid. */
      readonly startSlice?: number;
    })[];
    /** Memory of the card that is free, GiB. */
    readonly freeMemoryGiB: number;
    /** Compute free in the busiest hour. */
    readonly freeComputeRatio: number;
  })[];
  /** What the services take without sharing; null = they do not fit alone. */
  readonly without: {
    /** Cards in all. */
    readonly cards: number;
    /** Number of servers. */
    readonly servers: number;
    /** Cost a month; null = not priced. */
    readonly monthly: Money | null;
  } | null;
  /** (cards − proven lower bound) / cards for this card and technology; 0 = proven fewest. */
  readonly gapRatio: number;
  /** The best of each other technology and card. */
  readonly alternatives: readonly ({
    /** Provider id. */
    readonly provider: string;
    /** Region id, as the provider's own API writes it. */
    readonly region: string;
    /** Instance type, as the provider writes it. */
    readonly instanceType: string;
    /** How a card is shared. */
    readonly technology: "qgpu" | "mig" | "time-slicing" | "mps" | "hami" | "fraction";
    /** Cards in all. */
    readonly cards: number;
    /** Number of servers. */
    readonly servers: number;
    /** Cost a month; null = not priced. */
    readonly monthly: Money | null;
  })[];
  /** What was rejected, and why. */
  readonly rejected: readonly ({
    /** Accelerator id. */
    readonly accelerator: string;
    /** How a card is shared. */
    readonly technology: "qgpu" | "mig" | "time-slicing" | "mps" | "hami" | "fraction";
    readonly reason: Finding;
  })[];
  /** Reasons, assumptions and warnings, each with a stable code. */
  readonly findings: readonly (Finding)[];
};

/** How many cards do these services need if they share? */
export type ConsolidateRequest = {
  /** Services that may share cards. */
  readonly services: readonly ({
    /** Your name of the service. */
    readonly id: string;
    /** Peak accelerator memory of the service, its runtime context included, as measured under load. */
    readonly memoryGiB: number;
    /** Peak share of one card that it keeps busy, 0…1, on `measuredOn`; without it, on every card considered. */
    readonly computeRatio: number;
    /** Accelerator on which computeRatio was measured; other cards are scaled by FP16 rate. */
    readonly measuredOn?: string;
    /** Ratios of its peak, 24 or 168 hours; absent = always at its peak. */
    readonly hourlyLoad?: readonly (number)[];
    /** strict keeps 30 % of a card free in every hour, normal 10 %, batch nothing, where compute is not isolated. */
    readonly latencyClass: "strict" | "normal" | "batch";
    /** hard: memory and compute must be fenced off; soft: neighbours are trusted. */
    readonly isolation: "hard" | "soft";
  })[];
  /** What may be used; empty = anything. */
  readonly on?: {
    /** Accelerators. */
    readonly accelerators?: readonly (string)[];
    /** Instance types or families. */
    readonly instanceTypes?: readonly (string)[];
    /** Ways of sharing that may be used; empty = any. */
    readonly technologies?: readonly ("qgpu" | "mig" | "time-slicing" | "mps" | "hami" | "fraction")[];
  };
  /** Limits on the plans. A stated one is enforced or refused, never dropped. */
  readonly constraints?: {
    /** Providers allowed. Empty = not stated. */
    readonly providers?: readonly (string)[];
    /** Providers excluded. Empty = not stated. */
    readonly excludeProviders?: readonly (string)[];
    /** Regions allowed, id or alias; `provider/region` pins the provider. Empty = not stated. */
    readonly regions?: readonly (string)[];
    /** Zones allowed. Empty = not stated. */
    readonly zones?: readonly (string)[];
    /** ISO 3166 codes (`cn` is the mainland) or `apac`, `emea`, `amer`. Empty = not stated. */
    readonly geographies?: readonly (string)[];
    /** Accelerators allowed, any spelling. Empty = not stated. */
    readonly accelerators?: readonly (string)[];
    /** Accelerators excluded, any spelling. Empty = not stated. */
    readonly excludeAccelerators?: readonly (string)[];
    /** Instance types or families allowed. Empty = not stated. */
    readonly instanceTypes?: readonly (string)[];
    /** Instance types or families excluded. Empty = not stated. */
    readonly excludeInstanceTypes?: readonly (string)[];
    /** Billing modes allowed. Default: all but spot. */
    readonly billingModes?: readonly ("on-demand" | "subscription" | "reserved" | "savings-plan" | "spot")[];
    /** Sale statuses allowed. Default: all but retired. */
    readonly saleStatuses?: readonly (SaleStatus)[];
    /** Budget of a plan, a month. */
    readonly maxMonthlyCost?: Money;
    /** Only servers with RDMA. */
    readonly requireRdma?: boolean;
    /** Only servers whose cards are joined by NVLink. */
    readonly requireNvlink?: boolean;
    /** Only servers with so many vCPUs for each card (or slice of one) that they hold. */
    readonly minVcpuPerAccelerator?: number;
    /** Only servers with so much memory, GiB, for each card (or slice of one) that they hold. */
    readonly minHostMemoryGiBPerAccelerator?: number;
    /** Fractions of a card and shared cards may be used. */
    readonly allowSharing?: boolean;
    /** Most servers of a plan. */
    readonly maxServers?: number;
    /** Plans whose price is unknown are listed after the priced ones. */
    readonly allowUnpriced?: boolean;
    /** Limits of your account. */
    readonly quota?: readonly ({
      /** Region id, `provider/region` pins the provider. */
      readonly region: string;
      /** Instance type or family; exactly one of instanceType and accelerator. */
      readonly instanceType?: string;
      /** Accelerator in any spelling. */
      readonly accelerator?: string;
      /** Most servers (instanceType) or cards (accelerator). */
      readonly max: number;
    })[];
  };
  /** When and for how long it runs. */
  readonly usage?: {
    /** Hours a month in which the fleet runs. With hourlyLoad it caps the running hours (the busiest are kept) and does not rescale. */
    readonly hoursPerMonth?: number;
    /** Months for which you will need it: the longest commitment considered. */
    readonly termMonths?: number;
    /** Load as ratios of the peak (1 = peak): 24 hours, 168 hours, or 672…8,784 hours. Hour 0 of 24 and 168 is Monday 00:00 in timeZone. */
    readonly hourlyLoad?: readonly (number)[];
    /** A day or week by name, in place of hourlyLoad. */
    readonly loadShape?: {
      /** A day or week by name, in place of hourlyLoad. */
      readonly shape: "flat" | "noon-peak" | "evening-peak" | "night-batch" | "office-hours";
      /** Mean load over peak load; the shape is bent to it. Absent = the mean of the shape. */
      readonly meanRatio?: number;
    };
    /** IANA time zone of hourlyLoad, e.g. `Asia/Shanghai`. */
    readonly timeZone?: string;
    /** Growth of the load from month to month; 0.05 = 5 % a month. Costs are the mean month of the term. */
    readonly growthRatioPerMonth?: number;
    /** Jobs only: how often the job runs in a month. */
    readonly runsPerMonth?: number;
    /** The work survives the loss of a server at short notice. */
    readonly interruptible?: boolean;
    /** Largest share of the servers that may be on spot. */
    readonly maxSpotRatio?: number;
    /** Hours lost to interruptions over hours of useful work on spot. Absent = our assumption, stated. */
    readonly spotOverheadRatio?: number;
    /** Longest commitment you accept; 0 = none. */
    readonly maxCommitmentMonths?: number;
  };
  /** What is billed beside the servers. */
  readonly storage?: {
    /** Data that every server reads; kept on its data disk when no other store is stated, GiB. 0 = none; absent = not stated. */
    readonly datasetGiB?: number;
    /** System disk of each server, GiB. 0 = none; absent = not stated. */
    readonly systemDiskGiB?: number;
    /** Data disk of each server, GiB. 0 = none; absent = not stated. */
    readonly dataDiskGiB?: number;
    /** Storage type id or name of the disks; absent = the cheapest that is priced. */
    readonly diskType?: string;
    /** Throughput wanted of each data disk, MB/s; what exceeds the included one is billed. */
    readonly diskThroughputMBps?: number;
    /** Snapshots of the whole plan, GiB. 0 = none; absent = not stated. */
    readonly snapshotGiB?: number;
    /** Custom images of the whole plan, GiB. 0 = none; absent = not stated. */
    readonly imageGiB?: number;
    /** Backups of the whole plan, GiB. 0 = none; absent = not stated. */
    readonly backupGiB?: number;
    /** Traffic to the internet of the whole plan, GiB a month. */
    readonly egressGiBPerMonth?: number;
    /** Internet bandwidth bought by the month instead of by traffic, Mbps. */
    readonly egressBandwidthMbps?: number;
    /** Public addresses of the whole plan. */
    readonly publicAddresses?: number;
    /** Traffic to other regions, GiB a month. */
    readonly crossRegionGiBPerMonth?: number;
    /** Bandwidth bought between regions, Mbps. */
    readonly crossRegionBandwidthMbps?: number;
    /** Traffic between zones, GiB a month. */
    readonly crossZoneGiBPerMonth?: number;
    /** Shared file storage, GiB. 0 = none; absent = not stated. */
    readonly fileStorageGiB?: number;
    /** Storage type id of the file storage; absent = the cheapest priced. */
    readonly fileStorageType?: string;
    /** Parallel file system, GiB. 0 = none; absent = not stated. */
    readonly parallelFileStorageGiB?: number;
    /** Storage type id of the parallel file system; absent = the cheapest priced. */
    readonly parallelFileStorageType?: string;
    /** Object storage, GiB. 0 = none; absent = not stated. */
    readonly objectStorageGiB?: number;
    /** Storage class id of the object storage; absent = the cheapest priced. */
    readonly objectStorageType?: string;
    /** Requests to the object storage, a month. */
    readonly objectRequestsPerMonth?: number;
    /** Software licences to be bought beside the servers. */
    readonly licences?: readonly ({
      /** Sku of the licence in the price sheet. */
      readonly sku: string;
      /** How many. */
      readonly quantity: number;
      /** true: so many on each server. */
      readonly perServer?: boolean;
    })[];
    /** Fees of managed clusters. */
    readonly clusterFees?: readonly ({
      /** Sku of the fee in the price sheet. */
      readonly sku: string;
      /** How many. */
      readonly quantity: number;
    })[];
  };
  /** A day, YYYY-MM-DD. */
  readonly pricedOn?: string;
  /** ISO 4217 currency code. */
  readonly currency?: string;
  /** Rates that may be used where a price is in another currency. */
  readonly exchangeRates?: readonly ({
    /** ISO 4217 currency code. */
    readonly from: string;
    /** ISO 4217 currency code. */
    readonly to: string;
    /** An exact, non-negative decimal amount as text. */
    readonly rate: string;
    /** A day, YYYY-MM-DD. */
    readonly asOn: string;
    /** Where the rate is from. */
    readonly source: string;
  })[];
};

/** The bill of a plan. */
export type Cost = {
  /** Whole plan a month, storage included, upfront money spread; the sum of the lines. null = servers unpriced. */
  readonly monthly: Money | null;
  /** Where a list states the cheapest and the dearest zone; `monthly` counts the dearest. */
  readonly monthlyRange: {
    /** An exact, non-negative decimal amount as text. */
    readonly low: string;
    /** An exact, non-negative decimal amount as text. */
    readonly high: string;
  } | null;
  /** monthly / hours in which the plan runs, 6 decimals. */
  readonly hourly: Money | null;
  readonly perUnitOfWork: {
    /** An exact, non-negative decimal amount as text. */
    readonly amount: string;
    /** ISO 4217 currency code. */
    readonly currency: string;
    /** Unit of work. */
    readonly unit: string;
  } | null;
  /** What the whole job costs once: a batch, a training run, all runs of a simulation. null = a service, or servers unpriced. */
  readonly perJob: {
    /** An exact, non-negative decimal amount as text. */
    readonly amount: string;
    /** ISO 4217 currency code. */
    readonly currency: string;
    /** Times that the month of the bill holds the job; below 1 where it takes longer than a month. */
    readonly jobsPerMonth: number;
  } | null;
  /** ISO 4217 currency code. */
  readonly currency: string;
  /** Lines of the bill; they sum to the total. */
  readonly lines: readonly (CostLine)[];
  /** Servers by billing mode. */
  readonly billingMix: readonly ({
    /** Billing mode. */
    readonly billingMode: "on-demand" | "subscription" | "reserved" | "savings-plan" | "spot";
    /** null = cancellable at any time. */
    readonly termMonths: number | null;
    /** Servers in this mode at the peak. */
    readonly servers: number;
    /** Server-hours used in this mode in a month. */
    readonly hours: number;
    /** Cost a month; null = not priced. */
    readonly monthly: Money;
  })[];
  /** The same plan wholly in one mode. */
  readonly comparedWith: {
    /** null = unknown. */
    readonly allOnDemand: Money | null;
    /** null = unknown. */
    readonly allSubscription: Money | null;
  };
  /** Hours a month above which the cheapest commitment of the term beats on-demand; null = not both priced. */
  readonly breakEvenHoursPerMonth: number | null;
  /** Money by month. */
  readonly schedule: readonly ({
    /** Number of the month, 1 = the first. */
    readonly month: number;
    /** An exact, non-negative decimal amount as text. */
    readonly cash: string;
    /** An exact, non-negative decimal amount as text. */
    readonly amortised: string;
  })[];
  /** Reasons, assumptions and warnings, each with a stable code. */
  readonly findings: readonly (Finding)[];
  /** true: at least one price is unknown; `monthly` is then partial or null. */
  readonly unpriced: boolean;
  /** What is missing in the total. */
  readonly unpricedItems: readonly ({
    /** Component of the bill. */
    readonly component: string;
    /** What the price list calls it: an instance type, a storage type, a service; null = no one thing. */
    readonly sku: string | null;
    /** Region id, as the provider's own API writes it. */
    readonly region: string | null;
    /** What would be billed a month, in `unit`. */
    readonly quantity: number;
    /** Unit of work. */
    readonly unit: string;
    readonly finding: Finding;
  })[];
};

/** The bill. */
export type CostEstimateReply = {
  /** Version of the catalogue that answered, with your prices and load tests. */
  readonly catalogueVersion: string;
  /** A day, YYYY-MM-DD. */
  readonly pricedOn: string;
  /** Whole plan a month, storage included, upfront money spread; the sum of the lines. null = servers unpriced. */
  readonly monthly: Money | null;
  /** Where a list states the cheapest and the dearest zone; `monthly` counts the dearest. */
  readonly monthlyRange: {
    /** An exact, non-negative decimal amount as text. */
    readonly low: string;
    /** An exact, non-negative decimal amount as text. */
    readonly high: string;
  } | null;
  /** monthly / hours in which the plan runs, 6 decimals. */
  readonly hourly: Money | null;
  readonly perUnitOfWork: {
    /** An exact, non-negative decimal amount as text. */
    readonly amount: string;
    /** ISO 4217 currency code. */
    readonly currency: string;
    /** Unit of work. */
    readonly unit: string;
  } | null;
  /** What the whole job costs once: a batch, a training run, all runs of a simulation. null = a service, or servers unpriced. */
  readonly perJob: {
    /** An exact, non-negative decimal amount as text. */
    readonly amount: string;
    /** ISO 4217 currency code. */
    readonly currency: string;
    /** Times that the month of the bill holds the job; below 1 where it takes longer than a month. */
    readonly jobsPerMonth: number;
  } | null;
  /** ISO 4217 currency code. */
  readonly currency: string;
  /** Lines of the bill; they sum to the total. */
  readonly lines: readonly (CostLine)[];
  /** Servers by billing mode. */
  readonly billingMix: readonly ({
    /** Billing mode. */
    readonly billingMode: "on-demand" | "subscription" | "reserved" | "savings-plan" | "spot";
    /** null = cancellable at any time. */
    readonly termMonths: number | null;
    /** Servers in this mode at the peak. */
    readonly servers: number;
    /** Server-hours used in this mode in a month. */
    readonly hours: number;
    /** Cost a month; null = not priced. */
    readonly monthly: Money;
  })[];
  /** The same plan wholly in one mode. */
  readonly comparedWith: {
    /** null = unknown. */
    readonly allOnDemand: Money | null;
    /** null = unknown. */
    readonly allSubscription: Money | null;
  };
  /** Hours a month above which the cheapest commitment of the term beats on-demand; null = not both priced. */
  readonly breakEvenHoursPerMonth: number | null;
  /** Money by month. */
  readonly schedule: readonly ({
    /** Number of the month, 1 = the first. */
    readonly month: number;
    /** An exact, non-negative decimal amount as text. */
    readonly cash: string;
    /** An exact, non-negative decimal amount as text. */
    readonly amortised: string;
  })[];
  /** Reasons, assumptions and warnings, each with a stable code. */
  readonly findings: readonly (Finding)[];
  /** Months of the commitment, or of the use. */
  readonly termMonths: number;
  /** null = unknown. */
  readonly termTotal: Money | null;
  /** Empty = everything is priced. */
  readonly unpriced: readonly ({
    /** Component of the bill. */
    readonly component: string;
    /** What the price list calls it: an instance type, a storage type, a service; null = no one thing. */
    readonly sku: string | null;
    /** Region id, as the provider's own API writes it. */
    readonly region: string | null;
    /** What would be billed a month, in `unit`. */
    readonly quantity: number;
    /** Unit of work. */
    readonly unit: string;
    readonly finding: Finding;
  })[];
  /** Cheapest first; the fields of the reply are those of the first. */
  readonly alternatives?: readonly ({
    /** Its index in the request. */
    readonly index: number;
    /** Difference; null = not both priced. */
    readonly delta: string | null;
    readonly bill: EstimateBill;
  })[];
  /** The rates that were used. */
  readonly exchangeRates: readonly ({
    /** ISO 4217 currency code. */
    readonly from: string;
    /** ISO 4217 currency code. */
    readonly to: string;
    /** An exact, non-negative decimal amount as text. */
    readonly rate: string;
    /** A day, YYYY-MM-DD. */
    readonly asOn: string;
    /** Where the rate is from. */
    readonly source: string;
  })[];
};

/** What will this cost? Exactly one of resources, alternatives, or planId with request. */
export type CostEstimateRequest = {
  /** Servers to price. */
  readonly resources?: readonly ({
    /** Provider id. */
    readonly provider: string;
    /** Region id or alias. */
    readonly region: string;
    /** Instance type as the provider writes it. */
    readonly instanceType: string;
    /** Number of servers. */
    readonly servers: number;
    /** Billing mode. */
    readonly billingMode?: "on-demand" | "subscription" | "reserved" | "savings-plan" | "spot";
    /** Overrides usage.termMonths. */
    readonly termMonths?: number;
    /** What is billed beside the servers. */
    readonly storage?: {
      /** Data that every server reads; kept on its data disk when no other store is stated, GiB. 0 = none; absent = not stated. */
      readonly datasetGiB?: number;
      /** System disk of each server, GiB. 0 = none; absent = not stated. */
      readonly systemDiskGiB?: number;
      /** Data disk of each server, GiB. 0 = none; absent = not stated. */
      readonly dataDiskGiB?: number;
      /** Storage type id or name of the disks; absent = the cheapest that is priced. */
      readonly diskType?: string;
      /** Throughput wanted of each data disk, MB/s; what exceeds the included one is billed. */
      readonly diskThroughputMBps?: number;
      /** Snapshots of the whole plan, GiB. 0 = none; absent = not stated. */
      readonly snapshotGiB?: number;
      /** Custom images of the whole plan, GiB. 0 = none; absent = not stated. */
      readonly imageGiB?: number;
      /** Backups of the whole plan, GiB. 0 = none; absent = not stated. */
      readonly backupGiB?: number;
      /** Traffic to the internet of the whole plan, GiB a month. */
      readonly egressGiBPerMonth?: number;
      /** Internet bandwidth bought by the month instead of by traffic, Mbps. */
      readonly egressBandwidthMbps?: number;
      /** Public addresses of the whole plan. */
      readonly publicAddresses?: number;
      /** Traffic to other regions, GiB a month. */
      readonly crossRegionGiBPerMonth?: number;
      /** Bandwidth bought between regions, Mbps. */
      readonly crossRegionBandwidthMbps?: number;
      /** Traffic between zones, GiB a month. */
      readonly crossZoneGiBPerMonth?: number;
      /** Shared file storage, GiB. 0 = none; absent = not stated. */
      readonly fileStorageGiB?: number;
      /** Storage type id of the file storage; absent = the cheapest priced. */
      readonly fileStorageType?: string;
      /** Parallel file system, GiB. 0 = none; absent = not stated. */
      readonly parallelFileStorageGiB?: number;
      /** Storage type id of the parallel file system; absent = the cheapest priced. */
      readonly parallelFileStorageType?: string;
      /** Object storage, GiB. 0 = none; absent = not stated. */
      readonly objectStorageGiB?: number;
      /** Storage class id of the object storage; absent = the cheapest priced. */
      readonly objectStorageType?: string;
      /** Requests to the object storage, a month. */
      readonly objectRequestsPerMonth?: number;
      /** Software licences to be bought beside the servers. */
      readonly licences?: readonly ({
        /** Sku of the licence in the price sheet. */
        readonly sku: string;
        /** How many. */
        readonly quantity: number;
        /** true: so many on each server. */
        readonly perServer?: boolean;
      })[];
      /** Fees of managed clusters. */
      readonly clusterFees?: readonly ({
        /** Sku of the fee in the price sheet. */
        readonly sku: string;
        /** How many. */
        readonly quantity: number;
      })[];
    };
  })[];
  /** Id of a plan of `/recommend`; needs `request`. */
  readonly planId?: string;
  readonly request?: RecommendRequest;
  /** Bills to compare. */
  readonly alternatives?: readonly (readonly ({
    /** Provider id. */
    readonly provider: string;
    /** Region id or alias. */
    readonly region: string;
    /** Instance type as the provider writes it. */
    readonly instanceType: string;
    /** Number of servers. */
    readonly servers: number;
    /** Billing mode. */
    readonly billingMode?: "on-demand" | "subscription" | "reserved" | "savings-plan" | "spot";
    /** Overrides usage.termMonths. */
    readonly termMonths?: number;
    /** What is billed beside the servers. */
    readonly storage?: {
      /** Data that every server reads; kept on its data disk when no other store is stated, GiB. 0 = none; absent = not stated. */
      readonly datasetGiB?: number;
      /** System disk of each server, GiB. 0 = none; absent = not stated. */
      readonly systemDiskGiB?: number;
      /** Data disk of each server, GiB. 0 = none; absent = not stated. */
      readonly dataDiskGiB?: number;
      /** Storage type id or name of the disks; absent = the cheapest that is priced. */
      readonly diskType?: string;
      /** Throughput wanted of each data disk, MB/s; what exceeds the included one is billed. */
      readonly diskThroughputMBps?: number;
      /** Snapshots of the whole plan, GiB. 0 = none; absent = not stated. */
      readonly snapshotGiB?: number;
      /** Custom images of the whole plan, GiB. 0 = none; absent = not stated. */
      readonly imageGiB?: number;
      /** Backups of the whole plan, GiB. 0 = none; absent = not stated. */
      readonly backupGiB?: number;
      /** Traffic to the internet of the whole plan, GiB a month. */
      readonly egressGiBPerMonth?: number;
      /** Internet bandwidth bought by the month instead of by traffic, Mbps. */
      readonly egressBandwidthMbps?: number;
      /** Public addresses of the whole plan. */
      readonly publicAddresses?: number;
      /** Traffic to other regions, GiB a month. */
      readonly crossRegionGiBPerMonth?: number;
      /** Bandwidth bought between regions, Mbps. */
      readonly crossRegionBandwidthMbps?: number;
      /** Traffic between zones, GiB a month. */
      readonly crossZoneGiBPerMonth?: number;
      /** Shared file storage, GiB. 0 = none; absent = not stated. */
      readonly fileStorageGiB?: number;
      /** Storage type id of the file storage; absent = the cheapest priced. */
      readonly fileStorageType?: string;
      /** Parallel file system, GiB. 0 = none; absent = not stated. */
      readonly parallelFileStorageGiB?: number;
      /** Storage type id of the parallel file system; absent = the cheapest priced. */
      readonly parallelFileStorageType?: string;
      /** Object storage, GiB. 0 = none; absent = not stated. */
      readonly objectStorageGiB?: number;
      /** Storage class id of the object storage; absent = the cheapest priced. */
      readonly objectStorageType?: string;
      /** Requests to the object storage, a month. */
      readonly objectRequestsPerMonth?: number;
      /** Software licences to be bought beside the servers. */
      readonly licences?: readonly ({
        /** Sku of the licence in the price sheet. */
        readonly sku: string;
        /** How many. */
        readonly quantity: number;
        /** true: so many on each server. */
        readonly perServer?: boolean;
      })[];
      /** Fees of managed clusters. */
      readonly clusterFees?: readonly ({
        /** Sku of the fee in the price sheet. */
        readonly sku: string;
        /** How many. */
        readonly quantity: number;
      })[];
    };
  })[])[];
  /** Modes that a mix may use. Default: all but spot. */
  readonly billingModes?: readonly ("on-demand" | "subscription" | "reserved" | "savings-plan" | "spot")[];
  /** When and for how long it runs. */
  readonly usage?: {
    /** Hours a month in which the fleet runs. With hourlyLoad it caps the running hours (the busiest are kept) and does not rescale. */
    readonly hoursPerMonth?: number;
    /** Months for which you will need it: the longest commitment considered. */
    readonly termMonths?: number;
    /** Load as ratios of the peak (1 = peak): 24 hours, 168 hours, or 672…8,784 hours. Hour 0 of 24 and 168 is Monday 00:00 in timeZone. */
    readonly hourlyLoad?: readonly (number)[];
    /** A day or week by name, in place of hourlyLoad. */
    readonly loadShape?: {
      /** A day or week by name, in place of hourlyLoad. */
      readonly shape: "flat" | "noon-peak" | "evening-peak" | "night-batch" | "office-hours";
      /** Mean load over peak load; the shape is bent to it. Absent = the mean of the shape. */
      readonly meanRatio?: number;
    };
    /** IANA time zone of hourlyLoad, e.g. `Asia/Shanghai`. */
    readonly timeZone?: string;
    /** Growth of the load from month to month; 0.05 = 5 % a month. Costs are the mean month of the term. */
    readonly growthRatioPerMonth?: number;
    /** Jobs only: how often the job runs in a month. */
    readonly runsPerMonth?: number;
    /** The work survives the loss of a server at short notice. */
    readonly interruptible?: boolean;
    /** Largest share of the servers that may be on spot. */
    readonly maxSpotRatio?: number;
    /** Hours lost to interruptions over hours of useful work on spot. Absent = our assumption, stated. */
    readonly spotOverheadRatio?: number;
    /** Longest commitment you accept; 0 = none. */
    readonly maxCommitmentMonths?: number;
  };
  /** Servers already paid for. */
  readonly existing?: readonly ({
    /** Provider id; absent = any provider with this type and region. */
    readonly provider?: string;
    /** Instance type in any spelling, or `provider/type`. */
    readonly instanceType: string;
    /** Region id or alias. */
    readonly region: string;
    /** Servers. */
    readonly count: number;
    /** A day, YYYY-MM-DD. */
    readonly until: string;
  })[];
  /** Asks for the cost of a unit of work. */
  readonly work?: {
    /** Unit of work, e.g. `million-output-tokens`. */
    readonly unit: string;
    /** Work of all servers together in an hour at the peak. */
    readonly perHour: number;
  };
  /** A day, YYYY-MM-DD. */
  readonly pricedOn?: string;
  /** Answer with what was known at this instant; null = now. */
  readonly knownAt?: string | null;
  /** ISO 4217 currency code. */
  readonly currency?: string;
  /** Rates that may be used where a price is in another currency. */
  readonly exchangeRates?: readonly ({
    /** ISO 4217 currency code. */
    readonly from: string;
    /** ISO 4217 currency code. */
    readonly to: string;
    /** An exact, non-negative decimal amount as text. */
    readonly rate: string;
    /** A day, YYYY-MM-DD. */
    readonly asOn: string;
    /** Where the rate is from. */
    readonly source: string;
  })[];
};

/** One line of a bill. */
export type CostLine = {
  /** Id of the price component, e.g. `instance`. */
  readonly component: string;
  /** Name to show. */
  readonly label: string;
  /** What the price list calls it: an instance type, a storage type, a service; null = no one thing. */
  readonly sku: string | null;
  /** Quantity a month, in `unit`; at most 6 decimals. */
  readonly quantity: number;
  /** Unit of the quantity. */
  readonly unit: string;
  /** Before discountRatio; null = unknown. */
  readonly unitPrice: string | null;
  /** Payable share of unitPrice; absent = 1. */
  readonly discountRatio?: number;
  /** quantity × unitPrice × discountRatio, half-up to 2 decimals; null = unknown, never zero. */
  readonly amount: string | null;
  /** Where the list states a cheapest and a dearest zone. */
  readonly amountRange?: {
    /** An exact, non-negative decimal amount as text. */
    readonly low: string;
    /** An exact, non-negative decimal amount as text. */
    readonly high: string;
  };
  readonly billingMode: "on-demand" | "subscription" | "reserved" | "savings-plan" | "spot" | null;
  /** Months of the commitment, or of the use. */
  readonly termMonths?: number;
  /** Edges of the tier in `unit`; to null = open. */
  readonly tier?: {
    /** Where the tier starts. */
    readonly from: number;
    /** Where it ends; null = open. */
    readonly to: number | null;
  };
  /** Region or price area for which the price is stated. */
  readonly region: string | null;
  /** null = the sheet does not say. */
  readonly isTaxIncluded: boolean | null;
  /** Where the price is from; null = no price. */
  readonly priceSheet: {
    /** Id. */
    readonly id: string;
    /** Version. */
    readonly version: number;
    readonly effectiveFrom: string | null;
    /** Where it is from. */
    readonly source: string;
    /** When it was seen, in the words of its source. */
    readonly asOf: string;
    /** Days from the day on which it was last seen to `pricedOn`; null = its source gives no day, or only a year. */
    readonly ageDays: number | null;
    /** undated: nobody says on which day it was seen. stale: not seen for longer than prices of its mode hold (on demand and subscription 180 days, reserved and savings plans 365, spot 7). agreed: from your own price book. */
    readonly freshness: "fresh" | "stale" | "undated" | "agreed";
    /** Trust in the source: official > official-mirror > secondary > secondary-mirror > recalled. */
    readonly confidence: "official" | "official-mirror" | "secondary" | "secondary-mirror" | "recalled" | "stated-by-admin";
  } | null;
  /** Reasons, assumptions and warnings, each with a stable code. */
  readonly findings: readonly (Finding)[];
};

/** How the entry is kept. */
export type EntryState = {
  /** ETag of the entry, for If-Match. */
  readonly etag: string;
  /** seed: comes with the release and follows it; admin: changed here, releases leave it alone. */
  readonly origin: "seed" | "admin";
  /** true = it is offered no more. */
  readonly isRetired: boolean;
  /** When it was last changed. */
  readonly updatedAt: string;
};

/** An estimate with its 80 % interval and where it comes from. */
export type Estimate = {
  /** Lower end of the 80 % interval. */
  readonly low: number;
  /** Expected value. */
  readonly expected: number;
  /** Upper end of the 80 % interval. */
  readonly high: number;
  readonly evidence: Evidence;
};

/** One bill. */
export type EstimateBill = {
  /** Whole plan a month, storage included, upfront money spread; the sum of the lines. null = servers unpriced. */
  readonly monthly: Money | null;
  /** Where a list states the cheapest and the dearest zone; `monthly` counts the dearest. */
  readonly monthlyRange: {
    /** An exact, non-negative decimal amount as text. */
    readonly low: string;
    /** An exact, non-negative decimal amount as text. */
    readonly high: string;
  } | null;
  /** monthly / hours in which the plan runs, 6 decimals. */
  readonly hourly: Money | null;
  readonly perUnitOfWork: {
    /** An exact, non-negative decimal amount as text. */
    readonly amount: string;
    /** ISO 4217 currency code. */
    readonly currency: string;
    /** Unit of work. */
    readonly unit: string;
  } | null;
  /** What the whole job costs once: a batch, a training run, all runs of a simulation. null = a service, or servers unpriced. */
  readonly perJob: {
    /** An exact, non-negative decimal amount as text. */
    readonly amount: string;
    /** ISO 4217 currency code. */
    readonly currency: string;
    /** Times that the month of the bill holds the job; below 1 where it takes longer than a month. */
    readonly jobsPerMonth: number;
  } | null;
  /** ISO 4217 currency code. */
  readonly currency: string;
  /** Lines of the bill; they sum to the total. */
  readonly lines: readonly (CostLine)[];
  /** Servers by billing mode. */
  readonly billingMix: readonly ({
    /** Billing mode. */
    readonly billingMode: "on-demand" | "subscription" | "reserved" | "savings-plan" | "spot";
    /** null = cancellable at any time. */
    readonly termMonths: number | null;
    /** Servers in this mode at the peak. */
    readonly servers: number;
    /** Server-hours used in this mode in a month. */
    readonly hours: number;
    /** Cost a month; null = not priced. */
    readonly monthly: Money;
  })[];
  /** The same plan wholly in one mode. */
  readonly comparedWith: {
    /** null = unknown. */
    readonly allOnDemand: Money | null;
    /** null = unknown. */
    readonly allSubscription: Money | null;
  };
  /** Hours a month above which the cheapest commitment of the term beats on-demand; null = not both priced. */
  readonly breakEvenHoursPerMonth: number | null;
  /** Money by month. */
  readonly schedule: readonly ({
    /** Number of the month, 1 = the first. */
    readonly month: number;
    /** An exact, non-negative decimal amount as text. */
    readonly cash: string;
    /** An exact, non-negative decimal amount as text. */
    readonly amortised: string;
  })[];
  /** Reasons, assumptions and warnings, each with a stable code. */
  readonly findings: readonly (Finding)[];
  /** Months of the commitment, or of the use. */
  readonly termMonths: number;
  /** null = unknown. */
  readonly termTotal: Money | null;
  /** Empty = everything is priced. */
  readonly unpriced: readonly ({
    /** Component of the bill. */
    readonly component: string;
    /** What the price list calls it: an instance type, a storage type, a service; null = no one thing. */
    readonly sku: string | null;
    /** Region id, as the provider's own API writes it. */
    readonly region: string | null;
    /** What would be billed a month, in `unit`. */
    readonly quantity: number;
    /** Unit of work. */
    readonly unit: string;
    readonly finding: Finding;
  })[];
};

export type EvaluateReply = {
  /** Version of the catalogue that answered, with your prices and load tests. */
  readonly catalogueVersion: string;
  /** Version of the engine that answered. */
  readonly engineVersion: string;
  /** Whether it fits the memory; null = not known. */
  readonly fits: boolean | null;
  /** Free memory of the fullest accelerator over what is usable; negative = too little. */
  readonly headroomRatio: number | null;
  /** Memory by part. */
  readonly memory: {
    /** Expected GiB on the fullest accelerator. */
    readonly perAcceleratorGiB: {
      /** Memory as the driver reports it. */
      readonly device: number | null;
      /** What the job may use of it. */
      readonly usable: number | null;
      /** Weights of the model. */
      readonly weights?: number;
      /** What the engine reserves for the cache. */
      readonly kvCache?: number;
      /** Activations and workspace of the computation. */
      readonly activations?: number;
      /** What driver, runtime and communication take. */
      readonly runtime?: number;
      /** Gradients. */
      readonly gradients?: number;
      /** States of the optimiser. */
      readonly optimizer?: number;
      /** Logits and their gradients. */
      readonly logits?: number;
      /** What fits no other part. */
      readonly other?: number;
      /** Needed in all, without free cache space. */
      readonly total: number | null;
    };
    /** Tokens that the cache of one replica holds. */
    readonly kvCacheTokens?: number;
    /** kvCacheTokens / maxContextTokens, not rounded. */
    readonly maxConcurrency?: number;
  };
  readonly performance: Performance;
  /** Whether card and software do this at all. */
  readonly supported: {
    /** true = supported. */
    readonly ok: boolean;
    /** The facts behind it. */
    readonly because: readonly (Finding)[];
    /** The nearest that works; null = this does, or none is known. */
    readonly nearest: string | null;
  };
  /** The configuration as it was resolved. */
  readonly configuration: { readonly [key: string]: unknown };
  /** Reasons, assumptions and warnings, each with a stable code. */
  readonly findings: readonly (Finding)[];
};

/** Will it run on exactly this, and how well? */
export type EvaluateRequest = {
  /** What is to be run: one of the scenarios, told apart by `scenario`. */
  readonly workload: LlmInferenceWorkload | ModelInferenceWorkload | LlmTrainingWorkload | LlmFinetuningWorkload | ModelTrainingWorkload | OfflineRenderingWorkload | VirtualWorkstationWorkload | VideoTranscodingWorkload | HpcWorkload;
  /** One named configuration; its fields follow from the scenario, see `allOf`. */
  readonly configuration: { readonly [key: string]: unknown };
};

/** Where a figure comes from: measured (this very configuration was measured), calibrated (corrected by your own load tests), interpolated (between measured rows of the same model, card and engine), transferred (from rows of another model, card or engine), analytic (physics and fitted factors only). */
export type Evidence = "measured" | "calibrated" | "interpolated" | "transferred" | "analytic";

/** A stated fact: reason, assumption or warning. */
export type Finding = {
  /** Stable kebab-case code. */
  readonly code: string;
  /** One sentence, English or Chinese by Accept-Language. */
  readonly message: string;
  /** The figures and names of the sentence; units are in the names. */
  readonly facts: { readonly [key: string]: string | number | boolean | null | (readonly (string)[]) | (readonly (number)[]) };
};

/** Simulations on accelerators. */
export type HpcWorkload = {
  readonly scenario: "hpc";
  /** Simulation code, e.g. GROMACS, AMBER, OpenMM, NAMD, LAMMPS, FluidX3D, VASP, HPL; at least one of code and bound. */
  readonly code?: string;
  /** What bounds a code that is not known here: fp64, fp32 or memory-bandwidth. Needs a reference. */
  readonly bound?: "fp64" | "fp32" | "memory-bandwidth";
  /** Published benchmark case of the code, e.g. `STMV`, `apoa1 PME`. Default: the one run on most cards. */
  readonly case?: string;
  /** Molecular dynamics: atoms of your system; the speed of the case is scaled to it. */
  readonly atoms?: number;
  /** Your own measurement of this very run. */
  readonly reference?: {
    /** Card that it was measured on. */
    readonly accelerator: string;
    /** Cards of one server that worked on the run. */
    readonly acceleratorCount?: number;
    /** Hours of a run; exactly one of hoursPerRun and nanosecondsPerDay. */
    readonly hoursPerRun?: number;
    /** Molecular dynamics: simulated ns a day. */
    readonly nanosecondsPerDay?: number;
  };
  /** Molecular dynamics: simulated ns of a run. */
  readonly nanoseconds?: number;
  /** Other codes: work of a run in units of the code (million lattice updates, 10^12 operations, GB, units, or benchmark runs). */
  readonly work?: number;
  /** Independent runs (replicas, parameter study). */
  readonly runs?: number;
  /** Accelerator memory of one run, GiB. */
  readonly memoryGiB?: number;
  /** Hours a run that no card shortens: meshing, reading, serial parts. */
  readonly setupHoursPerRun?: number;
  /** Hours until all runs must be done. */
  readonly deadlineHours?: number;
};

/** An instance family. */
export type InstanceFamily = {
  /** Provider id, e.g. `tencent`. */
  readonly provider: string;
  /** Family as the provider writes it, e.g. `GN10Xp`. */
  readonly id: string;
  /** Name. */
  readonly name: string;
  /** Other spellings by which it is found. */
  readonly aliases: readonly (string)[];
  /** Accelerator ids; empty = not published. */
  readonly accelerators: readonly (string)[];
  /** Scenario categories that the provider states, its main one first; empty = not stated. */
  readonly madeFor: readonly ("training" | "inference" | "rendering" | "hpc")[];
  /** Sold as a cluster with RDMA between servers (e.g. HCC). */
  readonly isCluster: boolean;
  /** true = no hypervisor. */
  readonly isBareMetal: boolean;
  readonly rdmaGbps: number | null;
  readonly includesGraphicsLicence: boolean | null;
  readonly includesGraphicsDriver: boolean | null;
  readonly saleStatus: SaleStatus;
  readonly provenance: Provenance;
};

/** A page in the order of keys. */
export type InstanceFamilyPage = {
  /** Entries of the list. */
  readonly items: readonly (ListedInstanceFamily)[];
  /** null: this is the last page. */
  readonly nextCursor: string | null;
};

/** A rentable server. `null` = unknown. */
export type InstanceType = {
  /** Provider id, e.g. `tencent`. */
  readonly provider: string;
  /** Instance type as the provider writes it. */
  readonly id: string;
  /** Family as the provider writes it, e.g. `GN10Xp`. */
  readonly family: string;
  readonly accelerator: string | null;
  readonly acceleratorCount: number | null;
  readonly acceleratorShare: number | null;
  readonly acceleratorMemoryGiB: number | null;
  /** vCPUs. */
  readonly vcpu: number | null;
  /** Memory, GiB (2³⁰ bytes). */
  readonly memoryGiB: number | null;
  /** Network bandwidth, 10⁹ bits a second. */
  readonly networkGbps: number | null;
  readonly rdmaGbps: number | null;
  /** Local NVMe disks, GiB; 0 = none. */
  readonly localNvmeGiB: number | null;
  readonly interconnect: "nvlink" | "nvswitch" | "pcie" | "other" | null;
  /** Name of the CPU. */
  readonly cpuModel: string | null;
  /** Instruction set of the CPU. */
  readonly cpuArchitecture: "x86_64" | "arm64" | null;
  readonly saleStatus: SaleStatus;
  readonly provenance: Provenance;
  /** What other sources state differently, and why it does not count. */
  readonly otherSources: readonly ({
    /** Name of the field. */
    readonly field: string;
    /** What it says. */
    readonly value: string | number | null;
    readonly provenance: Provenance;
    /** Why this value does not count. */
    readonly reason: string;
  })[];
};

/** A page in the order of keys. */
export type InstanceTypePage = {
  /** Entries of the list. */
  readonly items: readonly (ListedInstanceType)[];
  /** null: this is the last page. */
  readonly nextCursor: string | null;
};

/** A new key with its secret. */
export type IssuedKey = {
  readonly key: ApiKey;
  /** The key itself. It is shown now and never again. */
  readonly secret: string;
};

/** An accelerator in a list. */
export type ListedAccelerator = {
  /** Stable id, e.g. `a100-sxm4-80gb`. */
  readonly id: string;
  /** Display name, e.g. `A100-SXM4-80GB`. */
  readonly name: string;
  /** Other spellings in feeds and measurements. An alias that fits several accelerators is ambiguous. */
  readonly aliases: readonly (string)[];
  /** Maker of the chip. */
  readonly vendor: string;
  /** What kind it is. */
  readonly kind: "gpu" | "npu" | "tpu" | "asic";
  readonly architecture: string | null;
  readonly computeCapability: string | null;
  readonly memoryGiB: number | null;
  readonly usableMemoryGiB: number | null;
  readonly cudaVisibleMemoryGiB?: number | null;
  /** Memory bandwidth, 10⁹ bytes a second. */
  readonly memoryBandwidthGBps: number | null;
  readonly fp64Tflops: number | null;
  readonly fp64TensorTflops: number | null;
  readonly fp32Tflops: number | null;
  readonly tf32Tflops: number | null;
  readonly fp16Tflops: number | null;
  readonly fp8Tflops: number | null;
  readonly int8Tops: number | null;
  readonly fp4Tflops: number | null;
  /** Computes in bf16. */
  readonly hasBf16: boolean | null;
  /** Computes in fp8. */
  readonly hasFp8: boolean | null;
  /** Computes in int8. */
  readonly hasInt8: boolean | null;
  readonly interconnectGBps: number | null;
  /** Generation of PCI Express. */
  readonly pcieGeneration: number | null;
  /** Power limit, W. */
  readonly tdpW: number | null;
  readonly nvencEngines: number | null;
  readonly nvdecEngines: number | null;
  readonly hasRtCores: boolean | null;
  /** Empty = no MIG. */
  readonly migProfiles: readonly ({
    /** Name. */
    readonly name: string;
    /** Compute slices of the profile. */
    readonly computeSlices: number;
    /** Memory slices of the profile. */
    readonly memorySlices: number;
    /** Memory, GiB (2³⁰ bytes). */
    readonly memoryGiB: number;
    /** Start slices at which the profile may lie. */
    readonly placements: readonly (number)[];
    /** Most instances of the profile on a card. */
    readonly maxInstances: number;
  })[];
  /** vGPU profiles; empty = none known. */
  readonly vgpuProfiles: readonly ({
    /** Name. */
    readonly name: string;
    /** Q (workstation), B (virtual PC), A (applications), C (compute). */
    readonly series: string;
    /** Graphics memory, MiB. */
    readonly frameBufferMiB: number;
    /** Most of them on a card. */
    readonly maxPerAccelerator: number;
    /** Licence that it needs or is under. */
    readonly licence?: string;
  })[];
  readonly provenance: Provenance;
  readonly entry: EntryState;
};

/** An instance family in a list. */
export type ListedInstanceFamily = {
  /** Provider id, e.g. `tencent`. */
  readonly provider: string;
  /** Family as the provider writes it, e.g. `GN10Xp`. */
  readonly id: string;
  /** Name. */
  readonly name: string;
  /** Other spellings by which it is found. */
  readonly aliases: readonly (string)[];
  /** Accelerator ids; empty = not published. */
  readonly accelerators: readonly (string)[];
  /** Scenario categories that the provider states, its main one first; empty = not stated. */
  readonly madeFor: readonly ("training" | "inference" | "rendering" | "hpc")[];
  /** Sold as a cluster with RDMA between servers (e.g. HCC). */
  readonly isCluster: boolean;
  /** true = no hypervisor. */
  readonly isBareMetal: boolean;
  readonly rdmaGbps: number | null;
  readonly includesGraphicsLicence: boolean | null;
  readonly includesGraphicsDriver: boolean | null;
  readonly saleStatus: SaleStatus;
  readonly provenance: Provenance;
  readonly entry: EntryState;
};

/** An instance type in a list. */
export type ListedInstanceType = {
  /** Provider id, e.g. `tencent`. */
  readonly provider: string;
  /** Instance type as the provider writes it. */
  readonly id: string;
  /** Family as the provider writes it, e.g. `GN10Xp`. */
  readonly family: string;
  readonly accelerator: string | null;
  readonly acceleratorCount: number | null;
  readonly acceleratorShare: number | null;
  readonly acceleratorMemoryGiB: number | null;
  /** vCPUs. */
  readonly vcpu: number | null;
  /** Memory, GiB (2³⁰ bytes). */
  readonly memoryGiB: number | null;
  /** Network bandwidth, 10⁹ bits a second. */
  readonly networkGbps: number | null;
  readonly rdmaGbps: number | null;
  /** Local NVMe disks, GiB; 0 = none. */
  readonly localNvmeGiB: number | null;
  readonly interconnect: "nvlink" | "nvswitch" | "pcie" | "other" | null;
  /** Name of the CPU. */
  readonly cpuModel: string | null;
  /** Instruction set of the CPU. */
  readonly cpuArchitecture: "x86_64" | "arm64" | null;
  readonly saleStatus: SaleStatus;
  readonly provenance: Provenance;
  /** What other sources state differently, and why it does not count. */
  readonly otherSources: readonly ({
    /** Name of the field. */
    readonly field: string;
    /** What it says. */
    readonly value: string | number | null;
    readonly provenance: Provenance;
    /** Why this value does not count. */
    readonly reason: string;
  })[];
  readonly entry: EntryState;
  /** Regions where it is sold. */
  readonly regions: readonly (string)[];
  /** Every rate that is published for it now. */
  readonly prices: readonly (ListedPrice)[];
};

/** A model in a list. */
export type ListedModel = {
  /** Stable id, e.g. `qwen3-32b`. */
  readonly id: string;
  /** Name. */
  readonly name: string;
  /** Its name at the Hugging Face hub; null = none. */
  readonly huggingFaceId: string | null;
  /** Other spellings by which it is found. */
  readonly aliases: readonly (string)[];
  /** Architecture group: twins share it. */
  readonly family?: string;
  /** What the model does. */
  readonly task: "llm" | "embedding" | "reranking" | "vision" | "image-generation" | "video-generation" | "speech-recognition" | "speech-synthesis" | "ocr";
  /** Parameters, 10⁹. */
  readonly parametersBillion: number | null;
  /** Precision of the published weights, e.g. bf16, fp8, mxfp4. */
  readonly nativePrecision: string;
  readonly transformer: Transformer | null;
  /** Forward work of models that are not language models. */
  readonly workPerUnit?: {
    /** Unit of the quantity. */
    readonly unit: string;
    /** Work of a unit, 10⁹ operations. */
    readonly gflop: number;
  };
  /** Licence that it needs or is under. */
  readonly licence: string | null;
  /** false: recalled figures, checked only by parameter arithmetic. */
  readonly isVerified: boolean;
  readonly provenance: Provenance;
  readonly entry: EntryState;
};

/** A network service in a list. */
export type ListedNetworkService = {
  /** Provider id, e.g. `tencent`. */
  readonly provider: string;
  /** Sku of its price rows, e.g. `EGRESS_TRAFFIC`. */
  readonly id: string;
  /** Name. */
  readonly name: string;
  /** What kind it is. */
  readonly kind: "egress-traffic" | "egress-bandwidth" | "public-address" | "cross-region" | "cross-zone" | "interconnect";
  readonly provenance: Provenance;
  readonly entry: EntryState;
};

/** A published rate with its source and date. */
export type ListedPrice = {
  /** Region id as the provider's API spells it. */
  readonly region?: string;
  /** Price area id; exactly one of region and area. */
  readonly area?: string;
  /** Zone id; null = the whole region. */
  readonly zone?: string;
  /** Billing mode. */
  readonly billingMode: "on-demand" | "subscription" | "reserved" | "savings-plan" | "spot";
  /** Months of the commitment, or of the use. */
  readonly termMonths?: number;
  /** How a commitment is paid. */
  readonly payment?: "no-upfront" | "partial-upfront" | "all-upfront";
  /** Unit that the price is for. GiB = 2^30 bytes, GB = 10^9 bytes. */
  readonly unit: "second" | "hour" | "day" | "month" | "year" | "term" | "GiB-hour" | "GiB-month" | "GiB" | "GB" | "GB-month" | "GB-hour" | "MBps-hour" | "MBps-month" | "Mbps-hour" | "Mbps-day" | "Mbps-month" | "10k-requests" | "user-month" | "licence-hour";
  /** An exact, non-negative decimal amount as text. */
  readonly price: string;
  /** An exact, non-negative decimal amount as text. */
  readonly upfront?: string;
  /** Lower edge of the tier in the unit of quantity, inclusive. */
  readonly tierFrom?: number;
  /** Upper edge, exclusive; absent = open. */
  readonly tierTo?: number;
  /** ISO 4217 currency code. */
  readonly currency: string;
  readonly effectiveFrom: string | null;
  /** The last day on which it counts, YYYY-MM-DD. */
  readonly effectiveTo?: string;
  /** Absent = linux. */
  readonly os?: string;
  /** Absent = shared. */
  readonly tenancy?: string;
  /** What the source attaches to the price (e.g. includes a disk, promotion, new users only). */
  readonly conditions?: string;
  /** false: kept for the record, not used to price a plan (see conditions). */
  readonly isComparable?: boolean;
  /** Where it is from. */
  readonly source: string;
  /** Day (or period) on which the source showed it. */
  readonly asOf: string;
  readonly asOfDay: string | null;
  /** Trust in the source: official > official-mirror > secondary > secondary-mirror > recalled. */
  readonly confidence: "official" | "official-mirror" | "secondary" | "secondary-mirror" | "recalled" | "stated-by-admin";
  /** Id of the price sheet. */
  readonly priceSheet: string;
};

/** A price area in a list. */
export type ListedPriceArea = {
  /** Provider id, e.g. `tencent`. */
  readonly provider: string;
  /** Id. */
  readonly id: string;
  /** The words of the source. */
  readonly label: string;
  /** Other words for it in price lists. */
  readonly aliases?: readonly (string)[];
  /** Region ids. */
  readonly regions: readonly (string)[];
  /** low/high: the price of the cheapest/dearest zone of the area. */
  readonly bound: "exact" | "low" | "high";
  readonly provenance: Provenance;
  readonly entry: EntryState;
};

/** A provider in a list. */
export type ListedProvider = {
  /** Provider id, e.g. `tencent`. */
  readonly id: string;
  /** English name. */
  readonly nameEn: string;
  /** Chinese name; null = none is known. */
  readonly nameZh: string;
  /** What kind it is. */
  readonly kind: "cloud" | "rental-platform";
  /** Other spellings by which it is found. */
  readonly aliases: readonly (string)[];
  /** Currencies its price sheets use. */
  readonly currencies: readonly (string)[];
  /** Billing rules. */
  readonly billing: {
    /** Billing modes that it sells. */
    readonly modes: readonly ("on-demand" | "subscription" | "reserved" | "savings-plan" | "spot")[];
    readonly incrementSeconds: number | null;
    readonly minimumSeconds: number | null;
    readonly billsWhileStopped: boolean | null;
    /** Whether its list prices include tax; null = not stated. */
    readonly pricesIncludeTax: boolean | null;
    /** Public discounts by term. */
    readonly termDiscounts: readonly ({
      /** Family ids; empty = all. */
      readonly families: readonly (string)[];
      /** Region or price area ids; absent = all. */
      readonly areas?: readonly (string)[];
      /** Kinds of sku; absent = instances. */
      readonly skuKinds?: readonly (string)[];
      /** Billing mode. */
      readonly billingMode: "on-demand" | "subscription" | "reserved" | "savings-plan" | "spot";
      /** From this term on, months. */
      readonly minimumTermMonths: number;
      /** Share of the list price that is paid. */
      readonly payableRatio: number;
      readonly provenance: Provenance;
    })[];
    /** Cheaper hours of a long run. */
    readonly hourlySteps: readonly ({
      /** Family ids; empty = all. */
      readonly families: readonly (string)[];
      /** From this hour of the run on. */
      readonly fromHours: number;
      /** Share of the list price that is paid. */
      readonly payableRatio: number;
      readonly provenance: Provenance;
    })[];
    /** Spot price over the on-demand price, where no price is published. */
    readonly spotPayableRatios?: readonly ({
      /** The words of the source. */
      readonly label: string;
      /** Part of the on-demand price. */
      readonly payableRatio: number;
      readonly provenance: Provenance;
    })[];
    /** Notice before a spot server is taken away, s. */
    readonly spotInterruptionNoticeSeconds: number | null;
  };
  readonly provenance: Provenance;
  readonly entry: EntryState;
};

/** A region in a list. */
export type ListedRegion = {
  /** Provider id, e.g. `tencent`. */
  readonly provider: string;
  /** Region id as the provider's API spells it. */
  readonly id: string;
  /** English name. */
  readonly nameEn: string;
  /** Chinese name; null = none is known. */
  readonly nameZh: string | null;
  readonly geography: string | null;
  /** `apac`, `emea` or `amer`. */
  readonly continent: "apac" | "emea" | "amer" | null;
  /** Zone ids of the region. */
  readonly zones: readonly (string)[];
  /** Other spellings by which it is found. */
  readonly aliases: readonly (string)[];
  readonly provenance: Provenance;
  readonly entry: EntryState;
};

/** A software feature in a list. */
export type ListedSoftwareFeature = {
  /** E.g. `tencent-qgpu`. */
  readonly id: string;
  readonly provider: string | null;
  /** Name. */
  readonly name: string;
  /** What kind it is. */
  readonly kind: "sharing" | "inference-engine" | "training-acceleration" | "communication-library" | "data-acceleration" | "driver" | "graphics-licence" | "image" | "cluster" | "other";
  /** Where it applies; empty lists = everywhere. */
  readonly appliesTo: {
    /** Accelerator ids; empty = not restricted by card. */
    readonly accelerators: readonly (string)[];
    /** Family ids; empty = not restricted by family. */
    readonly families: readonly (string)[];
    /** Scenario categories it helps; empty = all. */
    readonly categories: readonly (string)[];
  };
  /** How it shares a card; null = it does not. */
  readonly sharing?: {
    /** How a card is shared. */
    readonly technology: "qgpu" | "mig" | "time-slicing" | "mps" | "hami" | "fraction" | "other";
    /** Memory is set aside in steps of so much, GiB; null = any amount. */
    readonly memoryStepGiB: number | null;
    /** Compute is set aside in steps of such a share; null = any share. */
    readonly computeStepRatio: number | null;
    /** Most slices of a card; null = no limit known. */
    readonly maxSlicesPerAccelerator: number | null;
    /** A neighbour cannot take its memory. */
    readonly isolatesMemory: boolean;
    /** A neighbour cannot slow it down. */
    readonly isolatesCompute: boolean;
    /** A fault of a neighbour does not reach it. */
    readonly isolatesFaults: boolean;
  };
  /** Further facts. */
  readonly facts: readonly ({
    /** Name. */
    readonly name: string;
    /** What it says. */
    readonly value: string;
    /** A claim that we have not seen confirmed by measurement. */
    readonly isVendorClaim: boolean;
    readonly provenance: Provenance;
  })[];
  readonly provenance: Provenance;
  readonly entry: EntryState;
};

/** A storage type in a list. */
export type ListedStorageType = {
  /** Provider id, e.g. `tencent`. */
  readonly provider: string;
  /** Sku of its price rows, e.g. `CLOUD_SSD`. */
  readonly id: string;
  /** Name. */
  readonly name: string;
  /** Other spellings by which it is found. */
  readonly aliases: readonly (string)[];
  /** What kind it is. */
  readonly kind: "block" | "snapshot" | "image" | "object" | "file" | "parallel-file" | "backup";
  /** May boot a server. */
  readonly isSystemDisk: boolean;
  /** Smallest size, GiB. */
  readonly minimumGiB: number | null;
  /** Largest size, GiB. */
  readonly maximumGiB: number | null;
  /** Sizes go in steps of so much, GiB. */
  readonly stepGiB: number | null;
  /** Throughput by size, MB/s. */
  readonly throughputMBps: {
    /** At any size. */
    readonly base: number;
    /** More for each GiB. */
    readonly perGiB: number;
    /** At most. */
    readonly maximum: number;
  } | null;
  /** Operations a second by size. */
  readonly iops: {
    /** At any size. */
    readonly base: number;
    /** More for each GiB. */
    readonly perGiB: number;
    /** At most. */
    readonly maximum: number;
  } | null;
  readonly includedPerformanceMBps: number | null;
  readonly provenance: Provenance;
  readonly entry: EntryState;
};

/** It lives. */
export type LivezReply = {
  readonly status: "ok";
};

/** Fine-tune a language model: full, LoRA or QLoRA. */
export type LlmFinetuningWorkload = {
  readonly scenario: "llm-finetuning";
  /** The model: a name, its numbers, or its Hugging Face config. */
  readonly model: string | {
    /** Architecture group. */
    readonly family?: string;
    /** All parameters, 10^9. */
    readonly parametersBillion: number;
    /** Parameters a token passes, 10^9. */
    readonly activeParametersBillion?: number;
    /** Transformer layers. */
    readonly layers: number;
    /** Width of the residual stream. */
    readonly hiddenSize: number;
    /** Feed-forward width. Default: from the parameter count. */
    readonly intermediateSize?: number;
    /** Query heads. */
    readonly attentionHeads: number;
    /** Key-value heads. Default: as many as query heads. */
    readonly keyValueHeads?: number;
    /** Size of a head. Default: hiddenSize / attentionHeads. */
    readonly headSize?: number;
    /** Tokens of the vocabulary. */
    readonly vocabularySize: number;
    /** Output head shares the embedding. Default false. */
    readonly tiedEmbeddings?: boolean;
    /** Longest sequence. Default: not checked. */
    readonly maxContextTokens?: number;
    /** How attention works. */
    readonly attention?: {
      /** What kind it is. */
      readonly kind: "mha" | "gqa" | "mqa" | "mla";
      /** MLA: rank of the compressed key-value cache. */
      readonly keyValueRank?: number;
      /** MLA: rank of the query projection; 0 = none. */
      readonly queryRank?: number;
      /** MLA: rotary part of a key; 0 = no positions. */
      readonly ropeHeadSize?: number;
      /** MLA: non-rotary part of a key. */
      readonly nopeHeadSize?: number;
      /** MLA: value head size. */
      readonly valueHeadSize?: number;
      /** Window of the windowed layers. */
      readonly slidingWindowTokens?: number;
      /** Layers with full attention, where others are windowed or linear. */
      readonly fullAttentionLayers?: number;
      /** Layers with a constant state per sequence. */
      readonly linearAttentionLayers?: number;
      /** Bytes of that state a layer and sequence. */
      readonly linearStateBytesPerLayer?: number;
      /** Tokens that one cache entry of a full-attention layer stands for (compressed attention). Default 1. */
      readonly cacheTokensPerEntry?: number;
      /** Sparse attention reads at most this many keys a query. */
      readonly sparseTopTokens?: number;
      /** Extra indexer cache elements a token and layer (sparse attention). */
      readonly indexerHeadSize?: number;
    };
    /** Mixture of experts; null = none. */
    readonly experts?: {
      /** Routed experts a MoE layer. */
      readonly count: number;
      /** Routed experts that a token uses. */
      readonly perToken: number;
      /** Always active shared experts. */
      readonly shared: number;
      /** FFN width of one expert. */
      readonly intermediateSize: number;
      /** Layers with a dense FFN instead of experts. */
      readonly denseLayers: number;
      /** Every expert adds a bias of its own (gpt-oss). Default false. */
      readonly hasBias?: boolean;
    };
  } | {
    /** The content of config.json. */
    readonly huggingFaceConfig: { readonly [key: string]: unknown };
  };
  /** Tokens to train on in all; or samples and epochs. */
  readonly trainTokens?: number | {
    /** Lower end. */
    readonly low: number;
    /** Expected value. */
    readonly expected: number;
    /** Upper end. */
    readonly high: number;
  };
  /** Training samples (sequences) of one epoch; with epochs. */
  readonly samples?: number | {
    /** Lower end. */
    readonly low: number;
    /** Expected value. */
    readonly expected: number;
    /** Upper end. */
    readonly high: number;
  };
  /** Passes over the samples. */
  readonly epochs?: number;
  /** Tokens of a training sequence (padded or packed length). */
  readonly sequenceTokens: number;
  /** Sequences of one optimiser step, all cards together. */
  readonly globalBatchSequences?: number;
  /** Arithmetic of the run: bf16 and fp16 are mixed precision with fp32 master weights, bf16-pure holds everything in 16 bit, fp8/mxfp8/nvfp4 run the products in 8 or 4 bit, tf32 and fp32 hold everything in 32 bit. Default auto: bf16, or fp16 on cards without bf16. */
  readonly precisionRecipe?: "auto" | "bf16" | "bf16-mixed" | "bf16-pure" | "fp16" | "fp16-mixed" | "fp8" | "mxfp8" | "nvfp4" | "mxfp4" | "tf32" | "fp32";
  /** Optimiser. Default adamw. */
  readonly optimizer?: "adamw" | "adam" | "adamw-8bit" | "paged-adamw-8bit" | "adafactor" | "lion" | "lamb" | "muon" | "sgd-momentum" | "sgd";
  /** Training framework, any spelling: megatron-lm, megatron-bridge, nemo, deepspeed, torchtitan, pytorch-fsdp, llm-foundry, huggingface, llama-factory, axolotl, unsloth, torchtune, litgpt … Default: megatron-bridge from scratch, llama-factory for fine-tuning. */
  readonly framework?: string | {
    /** Name. */
    readonly name: string;
    /** Version. */
    readonly version?: string;
    /** Score matrix is never materialised. */
    readonly flashAttention?: boolean;
    /** Compiled or fused element-wise kernels. */
    readonly fusedKernels?: boolean;
    /** Loss fused with the output head, in chunks. */
    readonly chunkedLoss?: boolean;
  };
  /** Hours from start within which the run must end. */
  readonly deadlineHours?: number;
  /** Size of the prepared data set on storage, GiB. */
  readonly datasetGiB?: number;
  /** What the data set holds. Default text. */
  readonly datasetKind?: "text" | "images" | "audio" | "video" | "mixed";
  /** Write rate of the checkpoint storage, GB/s. */
  readonly checkpointWriteGBps?: number;
  /** Spot interruptions of one server a day. Default 0. */
  readonly interruptionsPerServerDay?: number;
  /** Collective library. tccl applies its vendor claim of about 50 % more bandwidth use between servers. Default nccl. */
  readonly communicationLibrary?: "nccl" | "tccl";
  /** full: all parameters; lora: adapters on a 16-bit base; qlora: adapters on a 4-bit base. */
  readonly method: "full" | "lora" | "qlora";
  /** Rank of the adapters. Default 16. */
  readonly loraRank?: number;
  /** Adapters also train embedding and output head (new tokens). Default false. */
  readonly trainsEmbeddings?: boolean;
};

/** One named configuration. */
export type LlmInferenceConfiguration = {
  /** Accelerator id. */
  readonly accelerator?: string;
  /** Instance type, as the provider writes it. */
  readonly instanceType?: string;
  /** Servers of the instance type; default 1. */
  readonly servers?: number;
  /** All accelerators together. */
  readonly acceleratorCount?: number;
  /** Default: the smallest legal that fits. */
  readonly tensorParallel?: number;
  /** Default 1. */
  readonly pipelineParallel?: number;
  /** Default 1. */
  readonly expertParallel?: number;
  /** Default 1. */
  readonly attentionDataParallel?: number;
  /** Between the cards; default: what the card has. */
  readonly interconnect?: "nvlink" | "nvswitch" | "pcie";
  /** The serving engine and its settings. */
  readonly engine?: {
    /** Default vllm. */
    readonly name?: "vllm" | "sglang" | "tensorrt-llm" | "lmdeploy" | "transformers" | "llama.cpp";
    /** Release, e.g. 0.11.0; default: the newest that was measured. */
    readonly version?: string;
    /** vLLM: share of device memory for all it holds. SGLang: for weights and cache. TensorRT-LLM, LMDeploy: share of what is free after loading, for the cache. Default: the engine’s own (0.90; LMDeploy 0.80; SGLang by card). */
    readonly memoryUtilizationRatio?: number;
    /** Tokens of one step; default 8192. */
    readonly maxBatchedTokens?: number;
    /** Sequences of one replica at once; default 256. */
    readonly maxSequences?: number;
    /** Tokens of a cache block; default 16. */
    readonly blockTokens?: number;
    /** false = eager execution; default true. */
    readonly cudaGraphs?: boolean;
    /** false = a whole prompt in one step; default true. */
    readonly chunkedPrefill?: boolean;
  };
};

/** Serving a language model. */
export type LlmInferenceWorkload = {
  readonly scenario: "llm-inference";
  /** The model. */
  readonly model: string | {
    /** Instance family. */
    readonly family?: string;
    /** Parameters, 10⁹. */
    readonly parametersBillion: number;
    /** Parameters that a token uses, 10⁹. */
    readonly activeParametersBillion?: number;
    /** Layers. */
    readonly layers: number;
    /** Width of the model. */
    readonly hiddenSize: number;
    /** Width of the feed-forward layers. */
    readonly intermediateSize: number;
    /** Query heads. */
    readonly attentionHeads: number;
    /** Key and value heads. */
    readonly keyValueHeads: number;
    /** Width of a head. */
    readonly headSize: number;
    /** Tokens of the vocabulary. */
    readonly vocabularySize: number;
    /** Input and output embeddings are one. */
    readonly tiedEmbeddings: boolean;
    /** Longest context, tokens. */
    readonly maxContextTokens: number;
    /** How attention works. */
    readonly attention: {
      /** What kind it is. */
      readonly kind: "mha" | "gqa" | "mqa" | "mla";
      /** MLA: rank of the compressed key-value cache. */
      readonly keyValueRank?: number;
      /** MLA: rank of the query projection; 0 = none. */
      readonly queryRank?: number;
      /** MLA: rotary part of a key; 0 = no positions. */
      readonly ropeHeadSize?: number;
      /** MLA: non-rotary part of a key. */
      readonly nopeHeadSize?: number;
      /** MLA: value head size. */
      readonly valueHeadSize?: number;
      /** Window of the windowed layers. */
      readonly slidingWindowTokens?: number;
      /** Layers with full attention, where others are windowed or linear. */
      readonly fullAttentionLayers?: number;
      /** Layers with a constant state per sequence. */
      readonly linearAttentionLayers?: number;
      /** Bytes of that state a layer and sequence. */
      readonly linearStateBytesPerLayer?: number;
      /** Tokens that one cache entry of a full-attention layer stands for (compressed attention). Default 1. */
      readonly cacheTokensPerEntry?: number;
      /** Sparse attention reads at most this many keys a query. */
      readonly sparseTopTokens?: number;
      /** Extra indexer cache elements a token and layer (sparse attention). */
      readonly indexerHeadSize?: number;
    };
    /** Mixture of experts; null = none. */
    readonly experts?: {
      /** Routed experts a MoE layer. */
      readonly count: number;
      /** Routed experts that a token uses. */
      readonly perToken: number;
      /** Always active shared experts. */
      readonly shared: number;
      /** FFN width of one expert. */
      readonly intermediateSize: number;
      /** Layers with a dense FFN instead of experts. */
      readonly denseLayers: number;
      /** Every expert adds a bias of its own (gpt-oss). Default false. */
      readonly hasBias?: boolean;
    };
  } | {
    /** The content of `config.json`. */
    readonly huggingFaceConfig: { readonly [key: string]: unknown };
  };
  /** Default auto: as published. Aliases: float32 = fp32, float16 = fp16, half = fp16, bfloat16 = bf16, w8a8 = int8, w8a16 = int8-gptq, gptq-int8 = int8-gptq, awq = int4-awq, awq-int4 = int4-awq, gptq = int4-gptq, gptq-int4 = int4-gptq, int4 = int4-gptq, w4a16 = int4-gptq, bnb-nf4 = nf4, fp4 = nvfp4, q8_0 = gguf-q8_0, q6_k = gguf-q6_k, q5_k_m = gguf-q5_k_m, q4_k_m = gguf-q4_k_m, q4_k_s = gguf-q4_k_s, q4_0 = gguf-q4_0, q3_k_m = gguf-q3_k_m, q2_k = gguf-q2_k. */
  readonly weightPrecision?: "auto" | "fp32" | "tf32" | "fp16" | "bf16" | "fp8" | "int8" | "int8-gptq" | "int4-awq" | "int4-gptq" | "nf4" | "nf4-dq" | "nvfp4" | "mxfp4" | "gguf-q8_0" | "gguf-q6_k" | "gguf-q5_k_m" | "gguf-q4_k_m" | "gguf-q4_k_s" | "gguf-q4_0" | "gguf-q3_k_m" | "gguf-q2_k" | "float32" | "float16" | "half" | "bfloat16" | "w8a8" | "w8a16" | "gptq-int8" | "awq" | "awq-int4" | "gptq" | "gptq-int4" | "int4" | "w4a16" | "bnb-nf4" | "fp4" | "q8_0" | "q6_k" | "q5_k_m" | "q4_k_m" | "q4_k_s" | "q4_0" | "q3_k_m" | "q2_k";
  /** Default auto: 16 bit; TensorRT-LLM as the checkpoint states, fp8 for fp8 and nvfp4. */
  readonly kvCachePrecision?: "auto" | "fp16" | "bf16" | "fp8" | "int8" | "int4";
  /** Longest input + output that must be served; default input + output. A number, or { low, expected, high }. */
  readonly maxContextTokens?: number | {
    /** Lower end. */
    readonly low: number;
    /** Expected value. */
    readonly expected: number;
    /** Upper end. */
    readonly high: number;
  };
  /** Prompt tokens of a mean request; default 1024. A number, or { low, expected, high }. */
  readonly inputTokens?: number | {
    /** Lower end. */
    readonly low: number;
    /** Expected value. */
    readonly expected: number;
    /** Upper end. */
    readonly high: number;
  };
  /** Generated tokens of a mean request; default 256. A number, or { low, expected, high }. */
  readonly outputTokens?: number | {
    /** Lower end. */
    readonly low: number;
    /** Expected value. */
    readonly expected: number;
    /** Upper end. */
    readonly high: number;
  };
  /** Arrivals at the peak, whole service. A number, or { low, expected, high }. */
  readonly requestsPerSecond?: number | {
    /** Lower end. */
    readonly low: number;
    /** Expected value. */
    readonly expected: number;
    /** Upper end. */
    readonly high: number;
  };
  /** Requests in flight at the peak, whole service. A number, or { low, expected, high }. */
  readonly concurrency?: number | {
    /** Lower end. */
    readonly low: number;
    /** Expected value. */
    readonly expected: number;
    /** Upper end. */
    readonly high: number;
  };
  /** Offline: as many as memory and engine take. */
  readonly saturated?: true;
  /** Prompt tokens that all requests share; default 0. */
  readonly sharedPrefixTokens?: number;
  /** Squared variation of the times between arrivals: 1 = Poisson (default), 2…10 = bursts. */
  readonly arrivalVariability?: number;
  /** Replicas kept beyond the need; default 0. */
  readonly spareReplicas?: number;
  /** Latency goals. */
  readonly latency?: {
    /** Longest time to the first token, ms. */
    readonly timeToFirstTokenMs?: number;
    /** Longest time for each further token, ms. */
    readonly timePerOutputTokenMs?: number;
    /** Longest time of a whole answer, ms. */
    readonly endToEndMs?: number;
    /** Of all goals; default 50. */
    readonly percentile?: number;
  };
  /** The serving engine and its settings. */
  readonly engine?: {
    /** Default vllm. */
    readonly name?: "vllm" | "sglang" | "tensorrt-llm" | "lmdeploy" | "transformers" | "llama.cpp";
    /** Release, e.g. 0.11.0; default: the newest that was measured. */
    readonly version?: string;
    /** vLLM: share of device memory for all it holds. SGLang: for weights and cache. TensorRT-LLM, LMDeploy: share of what is free after loading, for the cache. Default: the engine’s own (0.90; LMDeploy 0.80; SGLang by card). */
    readonly memoryUtilizationRatio?: number;
    /** Tokens of one step; default 8192. */
    readonly maxBatchedTokens?: number;
    /** Sequences of one replica at once; default 256. */
    readonly maxSequences?: number;
    /** Tokens of a cache block; default 16. */
    readonly blockTokens?: number;
    /** false = eager execution; default true. */
    readonly cudaGraphs?: boolean;
    /** false = a whole prompt in one step; default true. */
    readonly chunkedPrefill?: boolean;
  };
};

/** Train a language model from scratch, or continue its training. */
export type LlmTrainingWorkload = {
  readonly scenario: "llm-training";
  /** The model: a name, its numbers, or its Hugging Face config. */
  readonly model: string | {
    /** Architecture group. */
    readonly family?: string;
    /** All parameters, 10^9. */
    readonly parametersBillion: number;
    /** Parameters a token passes, 10^9. */
    readonly activeParametersBillion?: number;
    /** Transformer layers. */
    readonly layers: number;
    /** Width of the residual stream. */
    readonly hiddenSize: number;
    /** Feed-forward width. Default: from the parameter count. */
    readonly intermediateSize?: number;
    /** Query heads. */
    readonly attentionHeads: number;
    /** Key-value heads. Default: as many as query heads. */
    readonly keyValueHeads?: number;
    /** Size of a head. Default: hiddenSize / attentionHeads. */
    readonly headSize?: number;
    /** Tokens of the vocabulary. */
    readonly vocabularySize: number;
    /** Output head shares the embedding. Default false. */
    readonly tiedEmbeddings?: boolean;
    /** Longest sequence. Default: not checked. */
    readonly maxContextTokens?: number;
    /** How attention works. */
    readonly attention?: {
      /** What kind it is. */
      readonly kind: "mha" | "gqa" | "mqa" | "mla";
      /** MLA: rank of the compressed key-value cache. */
      readonly keyValueRank?: number;
      /** MLA: rank of the query projection; 0 = none. */
      readonly queryRank?: number;
      /** MLA: rotary part of a key; 0 = no positions. */
      readonly ropeHeadSize?: number;
      /** MLA: non-rotary part of a key. */
      readonly nopeHeadSize?: number;
      /** MLA: value head size. */
      readonly valueHeadSize?: number;
      /** Window of the windowed layers. */
      readonly slidingWindowTokens?: number;
      /** Layers with full attention, where others are windowed or linear. */
      readonly fullAttentionLayers?: number;
      /** Layers with a constant state per sequence. */
      readonly linearAttentionLayers?: number;
      /** Bytes of that state a layer and sequence. */
      readonly linearStateBytesPerLayer?: number;
      /** Tokens that one cache entry of a full-attention layer stands for (compressed attention). Default 1. */
      readonly cacheTokensPerEntry?: number;
      /** Sparse attention reads at most this many keys a query. */
      readonly sparseTopTokens?: number;
      /** Extra indexer cache elements a token and layer (sparse attention). */
      readonly indexerHeadSize?: number;
    };
    /** Mixture of experts; null = none. */
    readonly experts?: {
      /** Routed experts a MoE layer. */
      readonly count: number;
      /** Routed experts that a token uses. */
      readonly perToken: number;
      /** Always active shared experts. */
      readonly shared: number;
      /** FFN width of one expert. */
      readonly intermediateSize: number;
      /** Layers with a dense FFN instead of experts. */
      readonly denseLayers: number;
      /** Every expert adds a bias of its own (gpt-oss). Default false. */
      readonly hasBias?: boolean;
    };
  } | {
    /** The content of config.json. */
    readonly huggingFaceConfig: { readonly [key: string]: unknown };
  };
  /** Tokens to train on in all; or samples and epochs. */
  readonly trainTokens?: number | {
    /** Lower end. */
    readonly low: number;
    /** Expected value. */
    readonly expected: number;
    /** Upper end. */
    readonly high: number;
  };
  /** Training samples (sequences) of one epoch; with epochs. */
  readonly samples?: number | {
    /** Lower end. */
    readonly low: number;
    /** Expected value. */
    readonly expected: number;
    /** Upper end. */
    readonly high: number;
  };
  /** Passes over the samples. */
  readonly epochs?: number;
  /** Tokens of a training sequence (padded or packed length). */
  readonly sequenceTokens: number;
  /** Sequences of one optimiser step, all cards together. */
  readonly globalBatchSequences?: number;
  /** Arithmetic of the run: bf16 and fp16 are mixed precision with fp32 master weights, bf16-pure holds everything in 16 bit, fp8/mxfp8/nvfp4 run the products in 8 or 4 bit, tf32 and fp32 hold everything in 32 bit. Default auto: bf16, or fp16 on cards without bf16. */
  readonly precisionRecipe?: "auto" | "bf16" | "bf16-mixed" | "bf16-pure" | "fp16" | "fp16-mixed" | "fp8" | "mxfp8" | "nvfp4" | "mxfp4" | "tf32" | "fp32";
  /** Optimiser. Default adamw. */
  readonly optimizer?: "adamw" | "adam" | "adamw-8bit" | "paged-adamw-8bit" | "adafactor" | "lion" | "lamb" | "muon" | "sgd-momentum" | "sgd";
  /** Training framework, any spelling: megatron-lm, megatron-bridge, nemo, deepspeed, torchtitan, pytorch-fsdp, llm-foundry, huggingface, llama-factory, axolotl, unsloth, torchtune, litgpt … Default: megatron-bridge from scratch, llama-factory for fine-tuning. */
  readonly framework?: string | {
    /** Name. */
    readonly name: string;
    /** Version. */
    readonly version?: string;
    /** Score matrix is never materialised. */
    readonly flashAttention?: boolean;
    /** Compiled or fused element-wise kernels. */
    readonly fusedKernels?: boolean;
    /** Loss fused with the output head, in chunks. */
    readonly chunkedLoss?: boolean;
  };
  /** Hours from start within which the run must end. */
  readonly deadlineHours?: number;
  /** Size of the prepared data set on storage, GiB. */
  readonly datasetGiB?: number;
  /** What the data set holds. Default text. */
  readonly datasetKind?: "text" | "images" | "audio" | "video" | "mixed";
  /** Write rate of the checkpoint storage, GB/s. */
  readonly checkpointWriteGBps?: number;
  /** Spot interruptions of one server a day. Default 0. */
  readonly interruptionsPerServerDay?: number;
  /** Collective library. tccl applies its vendor claim of about 50 % more bandwidth use between servers. Default nccl. */
  readonly communicationLibrary?: "nccl" | "tccl";
};

/** A model and its architecture. */
export type ModelCard = {
  /** Stable id, e.g. `qwen3-32b`. */
  readonly id: string;
  /** Name. */
  readonly name: string;
  /** Its name at the Hugging Face hub; null = none. */
  readonly huggingFaceId: string | null;
  /** Other spellings by which it is found. */
  readonly aliases: readonly (string)[];
  /** Architecture group: twins share it. */
  readonly family?: string;
  /** What the model does. */
  readonly task: "llm" | "embedding" | "reranking" | "vision" | "image-generation" | "video-generation" | "speech-recognition" | "speech-synthesis" | "ocr";
  /** Parameters, 10⁹. */
  readonly parametersBillion: number | null;
  /** Precision of the published weights, e.g. bf16, fp8, mxfp4. */
  readonly nativePrecision: string;
  readonly transformer: Transformer | null;
  /** Forward work of models that are not language models. */
  readonly workPerUnit?: {
    /** Unit of the quantity. */
    readonly unit: string;
    /** Work of a unit, 10⁹ operations. */
    readonly gflop: number;
  };
  /** Licence that it needs or is under. */
  readonly licence: string | null;
  /** false: recalled figures, checked only by parameter arithmetic. */
  readonly isVerified: boolean;
  readonly provenance: Provenance;
};

/** Serving a model of vision, speech, text encoding or generation. */
export type ModelInferenceWorkload = {
  readonly scenario: "model-inference";
  /** Kind of model. */
  readonly task: "embedding" | "reranking" | "vision" | "image-generation" | "video-generation" | "speech-recognition" | "speech-synthesis" | "ocr" | "translation";
  readonly model: string | {
    /** A name for the answer. */
    readonly name?: string;
    /** Forward work of one item, 10^9 floating point operations (a multiply-add is 2). */
    readonly gigaflopPerItem: number;
    /** Parameters, 10^9. */
    readonly parametersBillion: number;
  };
  /** fp32, tf32, fp16, bf16, fp8, int8, nvfp4 …; auto = the usual one of the task. */
  readonly precision?: string;
  /** Engine, e.g. tensorrt, pytorch, onnxruntime, faster-whisper. Default: the usual one of the task. */
  readonly engine?: string;
  /** Items a batch. Default: the best within the latency goal. */
  readonly batch?: number;
  /** Items a second at the peak, of the whole service; at most one of rate and concurrency. */
  readonly rate?: number;
  /** Items in flight over the whole service. */
  readonly concurrency?: number;
  /** Longest time of an item, milliseconds, queue included, at the median. */
  readonly latencyMs?: number;
  /** Size of one item. Absent fields are those of the nearest measurement. */
  readonly input?: {
    /** Texts: mean tokens (padded length unless the engine packs). */
    readonly tokens?: number;
    /** Pictures and video: width, pixels. */
    readonly width?: number;
    /** Pictures and video: height, pixels. */
    readonly height?: number;
    /** Generation: denoising steps. */
    readonly steps?: number;
    /** Generation: classifier-free guidance; false halves the work of models that use it. */
    readonly guidance?: boolean;
    /** Video: frames. */
    readonly frames?: number;
    /** Speech: seconds of a clip. */
    readonly audioSeconds?: number;
    /** OCR: pages of a document (one item). Default 1. */
    readonly pages?: number;
    /** Translation: beam width. */
    readonly beams?: number;
  };
  /** Pictures and video: cards of a server that work on one item together (sequence parallel). */
  readonly cardsPerItem?: 1 | 2 | 4 | 8;
  /** Your own measurement: carried to the other cards. */
  readonly reference?: {
    /** Card that you measured on. */
    readonly accelerator: string;
    /** What `value` is, on one card; realTimeFactor needs input.audioSeconds. */
    readonly metric: "samplesPerSecond" | "requestsPerSecond" | "videosPerSecond" | "outputTokensPerSecond" | "imagesPerSecond" | "pagesPerSecond" | "latencyMs" | "realTimeFactor";
    /** The measured value. */
    readonly value: number;
    /** Batch of the measurement. */
    readonly batch?: number;
    /** Precision, if it differs. */
    readonly precision?: string;
  };
};

/** A page in the order of keys. */
export type ModelPage = {
  /** Entries of the list. */
  readonly items: readonly (ListedModel)[];
  /** null: this is the last page. */
  readonly nextCursor: string | null;
};

/** Train a vision, detection, speech or diffusion model; speed by measured reference. */
export type ModelTrainingWorkload = {
  readonly scenario: "model-training";
  /** Model: Swin-L, ResNet-50, Stable Diffusion v2, BERT-large, wav2vec2 …, any spelling. */
  readonly model: string;
  /** Arithmetic. Default auto: 16-bit mixed precision. */
  readonly precision?: "auto" | "fp32" | "tf32" | "fp16" | "bf16" | "fp8";
  /** Samples (images, clips, sequences) of one epoch; with epochs. Not needed with reference.runHours. */
  readonly samples?: number | {
    /** Lower end. */
    readonly low: number;
    /** Expected value. */
    readonly expected: number;
    /** Upper end. */
    readonly high: number;
  };
  /** Passes over the samples. */
  readonly epochs?: number;
  /** Tokens of a sample of BERT and its kin. Default: of most measurements of the model. */
  readonly sequenceTokens?: number;
  /** Samples of one optimiser step, all cards. */
  readonly globalBatchSamples?: number;
  /** Framework or code whose measurements count most: pytorch, tensorflow, mxnet, mlperf … */
  readonly framework?: string;
  /** A known run: exactly one of runHours and samplesPerSecond. */
  readonly reference?: {
    /** Accelerator of the known run. */
    readonly accelerator: string;
    /** Cards of the known run, in all. */
    readonly acceleratorCount: number;
    /** Cards of one server. Default: all up to 8. */
    readonly acceleratorsPerServer?: number;
    /** Hours that the whole run takes there. */
    readonly runHours?: number;
    /** Speed of the known run, all cards. */
    readonly samplesPerSecond?: number;
  };
  /** Hours within which the run must end. */
  readonly deadlineHours?: number;
  /** Size of the data set, GiB. */
  readonly datasetGiB?: number;
  /** What the data set holds. Default: by the model. */
  readonly datasetKind?: "images" | "video" | "audio" | "text" | "mixed";
  /** Write rate of the checkpoint storage, GB/s. */
  readonly checkpointWriteGBps?: number;
  /** Spot interruptions of one server a day. Default 0. */
  readonly interruptionsPerServerDay?: number;
};

/** An exact amount in one currency. */
export type Money = {
  /** An exact, non-negative decimal amount as text. */
  readonly amount: string;
  /** ISO 4217 currency code. */
  readonly currency: string;
};

/** A billed network service. */
export type NetworkService = {
  /** Provider id, e.g. `tencent`. */
  readonly provider: string;
  /** Sku of its price rows, e.g. `EGRESS_TRAFFIC`. */
  readonly id: string;
  /** Name. */
  readonly name: string;
  /** What kind it is. */
  readonly kind: "egress-traffic" | "egress-bandwidth" | "public-address" | "cross-region" | "cross-zone" | "interconnect";
  readonly provenance: Provenance;
};

/** A page in the order of keys. */
export type NetworkServicePage = {
  /** Entries of the list. */
  readonly items: readonly (ListedNetworkService)[];
  /** null: this is the last page. */
  readonly nextCursor: string | null;
};

/** A key to be made. */
export type NewApiKey = {
  /** Who or what uses it. */
  readonly name: string;
  /** What the key may do. */
  readonly scopes: readonly ("plan" | "catalogue:read" | "catalogue:write" | "prices:publish" | "admin")[];
  /** Whose prices and quotes it sees. Default: yours. */
  readonly tenant?: string;
  /** Absent: does not expire. */
  readonly expiresAt?: string;
};

/** A draft, with its first rows if you like. */
export type NewPriceSheet = {
  /** Provider id, e.g. `tencent`. */
  readonly provider: string;
  /** What the versions are versions of, e.g. `list-cny`: publishing one supersedes the one before it. */
  readonly series: string;
  /** What it is, in words. */
  readonly label: string;
  /** Where the rates come from. */
  readonly source: string;
  /** For whoever reads it later. */
  readonly note?: string;
  /** true: whoever fills it may not publish it. */
  readonly requiresApproval?: boolean;
  /** Rates to begin with; all or none are taken. */
  readonly rows?: readonly (PriceRow)[];
  /** true: published at once, for a few rates that need no second look. Needs rows, the scope prices:publish and an Idempotency-Key. */
  readonly publish?: boolean;
};

/** What is to be frozen: exactly one of request (with planId) and items. */
export type NewQuote = {
  readonly request?: RecommendRequest;
  /** Id of a plan of the answer. Default: the best one. */
  readonly planId?: string;
  /** Several workloads; or `request`. */
  readonly items?: readonly (QuoteItemInput)[];
  /** The buyer's reference, e.g. a requisition number. */
  readonly reference?: string;
  /** Who pays. */
  readonly costCentre?: string;
  /** Who has to say yes: the quote is then a draft until it is issued in their name. */
  readonly approver?: string;
  /** The buyer's own tags. */
  readonly tags?: { readonly [key: string]: string };
  /** Anything else to be kept with it. */
  readonly note?: string;
  /** Days until it expires. */
  readonly validDays?: number;
};

/** Frames rendered in batches. */
export type OfflineRenderingWorkload = {
  readonly scenario: "offline-rendering";
  /** Frames of a batch (a night, a delivery). */
  readonly frames: number;
  /** What a typical frame took on hardware you have. */
  readonly reference?: {
    /** Card that it was measured on; exactly one of accelerator and vcpu. */
    readonly accelerator?: string;
    /** A CPU node of that many vCPUs. A rough anchor only. */
    readonly vcpu?: number;
    /** Cards that worked on the one frame. */
    readonly acceleratorsPerFrame?: number;
    /** Seconds a frame; exactly one of secondsPerFrame and minutesPerFrame. */
    readonly secondsPerFrame?: number;
    /** Minutes a frame. */
    readonly minutesPerFrame?: number;
  };
  /** A published benchmark scene in place of your own reference, e.g. `KeyShot Watch 3556x2000 256 samples`. Exactly one of reference and benchmarkScene. */
  readonly benchmarkScene?: string;
  /** Renderer: decides which cards it runs on and whether a scene may spill. */
  readonly renderer?: "blender-cycles" | "v-ray" | "octane" | "redshift" | "arnold" | "keyshot" | "vred" | "iray" | "unreal" | "other";
  /** false: the renderer does not use RT cores. */
  readonly usesRayTracingCores?: boolean;
  /** Memory of geometry and textures on the card. */
  readonly sceneMemoryGiB?: number;
  /** A scene larger than the card may spill to host memory, if the renderer can: slower by an unknown factor. */
  readonly allowOutOfCore?: boolean;
  /** Part of the frame time that no card makes faster: export, upload, saving. */
  readonly fixedSecondsPerFrame?: number;
  /** one: each card renders its own frame; all: the cards of a server share one frame (single stills). */
  readonly cardsPerFrame?: "one" | "all";
  /** Hours to finish; at most one of it and window. */
  readonly deadlineHours?: number;
  /** A nightly window in place of deadlineHours. */
  readonly window?: {
    /** Start of the batch, HH:MM, local time. */
    readonly startsAt: string;
    /** Pictures needed, HH:MM, local time. */
    readonly readyBy: string;
  };
  /** Times a month that the batch is rendered. Default: 22 with a window, else 1. */
  readonly batchesPerMonth?: number;
  /** Share of the time that a node really renders (queue, restarts, asset sync). */
  readonly availabilityRatio?: number;
  /** What a render licence is counted by. Licences are yours to buy; the count is told. */
  readonly licensedPer?: "none" | "server" | "accelerator";
};

/** Metrics with the unit in their name, each with its 80 % interval and evidence. Which there are depends on the scenario: - `timeToFirstTokenMs`: From the arrival of a request to its first token, waiting included. - `timePerOutputTokenMs`: (end-to-end time − time to first token) ÷ (output tokens − 1): the first token is not counted. - `endToEndLatencyMs`: From the arrival of a request to its last token, waiting included. - `outputTokensPerSecond`: Generated tokens a second, all replicas together. - `totalTokensPerSecond`: Prompt and generated tokens a second, all replicas together. - `requestsPerSecond`: Requests finished a second, the whole service together. - `maxConcurrency`: Most requests in flight at which memory and all goals still hold, all replicas together. - `latencyMs`: From the arrival of an item to its result at the load, waiting included; median. - `imagesPerSecond`: Images finished a second, all devices together. - `videosPerSecond`: Generated clips finished a second, all devices together. - `pagesPerSecond`: Pages read a second, all devices together. - `iterationsPerSecond`: Denoising steps a second, all devices together. - `realTimeFactor`: Seconds of audio handled in a second, all devices together: more is faster (others state its inverse). - `streams`: Live streams carried at once without one falling behind, a margin kept; all devices together. - `stepTimeSeconds`: One optimiser step over the global batch. - `tokensPerSecond`: Tokens that all devices together train on (global batch × sequence ÷ step time), or that a service reads. - `tokensPerSecondPerAccelerator`: tokensPerSecond ÷ accelerators. - `samplesPerSecond`: Training: global batch ÷ step time. Inference: texts, pairs or clips a second. All devices together. - `modelFlopsUtilizationRatio`: modelTflopsPerAccelerator ÷ dense peak of the accelerator at the computing precision. - `modelTflopsPerAccelerator`: Work of the model itself a second and accelerator: forward and backward, what is computed again not counted. - `scalingEfficiencyRatio`: Share of the speed of so many lone accelerators that is left when they work together. - `durationHours`: From start to end of the job (all its runs, or one batch), with start-up, checkpoints and restarts where they apply. - `acceleratorHours`: durationHours × accelerators. - `secondsPerFrame`: Time of one frame on the devices that render it. - `framesPerHour`: Frames finished an hour, all servers together, outages counted. - `framesPerSecond`: Frames encoded a second, all devices together. - `framesPerSecondPerEngine`: Frames encoded a second by one encoding engine. - `encoderUtilisationRatio`: Share of the encoding rate that the streams take, margin included. - `users`: Users that all servers together carry at once. - `usersPerAccelerator`: Users that one device carries at once. - `acceleratorsNeeded`: Devices that the stated users need. - `hoursPerRun`: Time of one run on the accelerators that work on it, set-up included. - `nanosecondsPerDay`: Simulated time a day of one run. - `secondsPerRun`: Computing time of one run, set-up not included. - `unitsPerSecond`: Work of one run a second, in the code's own unit. - `gigabytesPerSecond`: Memory traffic of one run, 10⁹ bytes a second. - `teraflopsPerSecond`: Arithmetic of one run, 10¹² operations a second. - `megaLatticeUpdatesPerSecond`: Lattice updates of one run, 10⁶ a second. */
export type Performance = { readonly [key: string]: Estimate };

export type Plan = {
  /** Stable for the same question and catalogue version. */
  readonly id: string;
  /** Place in the ranking; 1 = best. */
  readonly rank: number;
  /** 0…1; of a plan Σ weight × dimension. */
  readonly score: number;
  /** Score card of the six dimensions. */
  readonly dimensions: {
    /** Model, memory and compute of the card against the need. */
    readonly gpuSpec: {
      /** 0…1; of a plan Σ weight × dimension. */
      readonly score: number;
      /** Share of the dimension in the score. */
      readonly weight: number;
      /** The facts behind it. */
      readonly because: readonly (Finding)[];
    };
    /** In `placement` the instance type; in `dimensions` its score card. */
    readonly instanceType: {
      /** 0…1; of a plan Σ weight × dimension. */
      readonly score: number;
      /** Share of the dimension in the score. */
      readonly weight: number;
      /** The facts behind it. */
      readonly because: readonly (Finding)[];
    };
    /** Billing modes against the use. */
    readonly billing: {
      /** 0…1; of a plan Σ weight × dimension. */
      readonly score: number;
      /** Share of the dimension in the score. */
      readonly weight: number;
      /** The facts behind it. */
      readonly because: readonly (Finding)[];
    };
    /** Cost of a unit of work, idle time, sharing. */
    readonly costOptimisation: {
      /** 0…1; of a plan Σ weight × dimension. */
      readonly score: number;
      /** Share of the dimension in the score. */
      readonly weight: number;
      /** The facts behind it. */
      readonly because: readonly (Finding)[];
    };
    /** What software works out of the box. */
    readonly accelerationStack: {
      /** 0…1; of a plan Σ weight × dimension. */
      readonly score: number;
      /** Share of the dimension in the score. */
      readonly weight: number;
      /** The facts behind it. */
      readonly because: readonly (Finding)[];
    };
    /** Network and storage against what the job moves. */
    readonly networkStorage: {
      /** 0…1; of a plan Σ weight × dimension. */
      readonly score: number;
      /** Share of the dimension in the score. */
      readonly weight: number;
      /** The facts behind it. */
      readonly because: readonly (Finding)[];
    };
  };
  /** What is rented where, and how the job is laid out on it. */
  readonly placement: {
    /** Provider id. */
    readonly provider: string;
    /** Region id, as the provider's own API writes it. */
    readonly region: string;
    /** null: any zone of the region that sells it. */
    readonly zone: string | null;
    /** In `placement` the instance type; in `dimensions` its score card. */
    readonly instanceType: string;
    /** Instance family. */
    readonly family: string;
    readonly saleStatus: SaleStatus;
    /** Accelerator id. */
    readonly accelerator: string;
    /** Devices a server sees: whole cards or slices. */
    readonly acceleratorsPerServer: number;
    /** 1 = whole cards. */
    readonly acceleratorShareRatio: number;
    /** Servers at the peak, spares included. */
    readonly servers: number;
    /** Copies of the model or job that share the load. */
    readonly replicas: number;
    /** How one job or replica is split over accelerators. */
    readonly parallelism: {
      /** Tensor parallel: accelerators over which each layer is split. */
      readonly tensor: number;
      /** Pipeline parallel: stages of layers. */
      readonly pipeline: number;
      /** Data parallel: copies that work side by side. */
      readonly data: number;
      /** Expert parallel: accelerators over which experts are spread. */
      readonly expert: number;
      /** Context parallel: accelerators over which a sequence is split. */
      readonly context?: number;
    };
    readonly sharing: {
      /** How a card is shared. */
      readonly technology: string;
      /** Memory set aside on the card, GiB. */
      readonly memoryGiB: number;
      /** Share of the compute of the card. */
      readonly computeRatio: number;
    } | null;
    /** Engine, framework, renderer or code that the figures are for. */
    readonly software: {
      /** Its name. */
      readonly name: string;
      /** Its release; null = the newest that was measured. */
      readonly version: string | null;
      /** Precision in which it is computed; null = does not apply. */
      readonly precision: string | null;
    };
  };
  readonly performance: Performance;
  /** Memory by part. */
  readonly memory: {
    /** Expected GiB on the fullest accelerator. */
    readonly perAcceleratorGiB: {
      /** Memory as the driver reports it. */
      readonly device: number | null;
      /** What the job may use of it. */
      readonly usable: number | null;
      /** Weights of the model. */
      readonly weights?: number;
      /** What the engine reserves for the cache. */
      readonly kvCache?: number;
      /** Activations and workspace of the computation. */
      readonly activations?: number;
      /** What driver, runtime and communication take. */
      readonly runtime?: number;
      /** Gradients. */
      readonly gradients?: number;
      /** States of the optimiser. */
      readonly optimizer?: number;
      /** Logits and their gradients. */
      readonly logits?: number;
      /** What fits no other part. */
      readonly other?: number;
      /** Needed in all, without free cache space. */
      readonly total: number | null;
    };
    /** Tokens that the cache of one replica holds. */
    readonly kvCacheTokens?: number;
    /** kvCacheTokens / maxContextTokens, not rounded. */
    readonly maxConcurrency?: number;
  };
  readonly cost: Cost;
  /** Only under a budget: whether the price proves that it is kept. */
  readonly budgetProven?: boolean;
  /** 0…1: interval width, sale status, interruption and commitment. */
  readonly risk: number;
  /** What to rent when the plan cannot be had. */
  readonly fallbacks: readonly ({
    /** Provider id. */
    readonly provider: string;
    /** Region id, as the provider's own API writes it. */
    readonly region: string;
    /** In `placement` the instance type; in `dimensions` its score card. */
    readonly instanceType: string;
    /** stock: the same type elsewhere. quota: another type. price: something cheaper. */
    readonly reason: "stock" | "quota" | "price";
    /** Its monthly cost less that of the plan; null = not both priced. */
    readonly monthlyDelta: {
      /** Amount with its sign, as decimal text. */
      readonly amount: string;
      /** Currency of all amounts, ISO 4217. */
      readonly currency: string;
    } | null;
  })[];
  /** Reasons, assumptions and warnings, each with a stable code. */
  readonly findings: readonly (Finding)[];
};

/** A named set of regions that share a list price. */
export type PriceArea = {
  /** Provider id, e.g. `tencent`. */
  readonly provider: string;
  /** Id. */
  readonly id: string;
  /** The words of the source. */
  readonly label: string;
  /** Other words for it in price lists. */
  readonly aliases?: readonly (string)[];
  /** Region ids. */
  readonly regions: readonly (string)[];
  /** low/high: the price of the cheapest/dearest zone of the area. */
  readonly bound: "exact" | "low" | "high";
  readonly provenance: Provenance;
};

/** A page in the order of keys. */
export type PriceAreaPage = {
  /** Entries of the list. */
  readonly items: readonly (ListedPriceArea)[];
  /** null: this is the last page. */
  readonly nextCursor: string | null;
};

/** A customer's own terms: discounts on list prices, and agreed rates. */
export type PriceBookBody = {
  /** Id of the one API key that it is for; null or absent = every key without a book of its own. */
  readonly apiKey?: string | null;
  /** Discounts on list prices. */
  readonly discounts: readonly ({
    /** Provider id. */
    readonly provider: string;
    /** Instance families; absent = all. */
    readonly families?: readonly (string)[];
    /** Instance types, storage types or service ids; absent = all. */
    readonly skus?: readonly (string)[];
    /** Region ids. */
    readonly regions?: readonly (string)[];
    /** Billing modes. */
    readonly billingModes?: readonly ("on-demand" | "subscription" | "reserved" | "savings-plan" | "spot")[];
    /** From this term on, months. */
    readonly minimumTermMonths?: number;
    /** 0.8 = 80 % of list is paid. */
    readonly payableRatio: number;
    /** true: on top of the public term discount; false: the lower of the two counts. */
    readonly stacks?: boolean;
    /** A day, YYYY-MM-DD. */
    readonly effectiveFrom?: string;
    /** The last day on which it counts, YYYY-MM-DD. */
    readonly effectiveTo?: string;
    /** A note. */
    readonly note?: string;
  })[];
  /** Agreed rates; they count before every public rate of the same sku and mode. */
  readonly prices: readonly ({
    /** Provider id. */
    readonly provider: string;
    /** Instance type, storage type or service id. */
    readonly sku: string;
    /** Region ids. */
    readonly regions?: readonly (string)[];
    /** Billing mode. */
    readonly billingMode: "on-demand" | "subscription" | "reserved" | "savings-plan" | "spot";
    /** Months of the commitment, or of the use. */
    readonly termMonths?: number;
    /** Unit of the quantity. */
    readonly unit: "hour" | "month" | "GiB-month" | "GiB";
    /** An exact, non-negative decimal amount as text. */
    readonly price: string;
    /** An exact, non-negative decimal amount as text. */
    readonly upfront?: string;
    /** ISO 4217 currency code. */
    readonly currency: string;
    /** A day, YYYY-MM-DD. */
    readonly effectiveFrom?: string;
    /** The last day on which it counts, YYYY-MM-DD. */
    readonly effectiveTo?: string;
  })[];
};

/** The price books of your tenant. */
export type PriceBookList = {
  /** Entries of the list. */
  readonly items: readonly (StoredPriceBook)[];
};

/** Formats of price lists. */
export type PriceFormatList = {
  /** Entries of the list. */
  readonly items: readonly ({
    /** Format of the list; GET /price-formats says what each is. */
    readonly id: "csv" | "json" | "ndjson" | "tencent-zone-config" | "tencent-price-inquiry" | "alibaba-price-file" | "alibaba-describe-price" | "aws-offer-json" | "aws-offer-csv" | "aws-savings-plans-json" | "aws-savings-plans-csv" | "azure-retail" | "azure-price-sheet" | "gcp-skus" | "skypilot" | "gpuhunt" | "ec2-instances" | "opencost-csv" | "opencost-json" | "infracost" | "karpenter" | "focus";
    /** What it is, in a few words. */
    readonly title: string;
    /** Query parameters that have to be given with such a list. */
    readonly needs: readonly (string)[];
  })[];
};

/** What publishing a draft would change. */
export type PriceImpact = {
  /** Id of the price sheet. */
  readonly sheet: string;
  /** The published version that it would supersede. */
  readonly against: string | null;
  /** Questions that were answered twice. */
  readonly asked: number;
  /** Of these, questions that no changed rate reaches: their answers stay as they are. */
  readonly untouched: number;
  /** Questions whose best plan would be another one. */
  readonly otherWinners: number;
  /** Questions whose best plan would cost something else. */
  readonly otherCosts: number;
  /** Entries of the list. */
  readonly items: readonly ({
    /** A question of yours, or an example of a scenario. */
    readonly source: "recorded" | "golden";
    /** Scenario of the question. */
    readonly scenario: string;
    /** When it was asked. */
    readonly askedAt: string | null;
    readonly request: RecommendRequest;
    /** Currency of all amounts, ISO 4217. */
    readonly currency: string | null;
    /** As it was. */
    readonly before: {
      /** Provider id. */
      readonly provider: string;
      /** Region id, as the provider's own API writes it. */
      readonly region: string;
      /** Instance type, as the provider writes it. */
      readonly instanceType: string;
      /** Number of servers. */
      readonly servers: number;
      /** Billing modes. */
      readonly billingModes: readonly (string)[];
      /** Cost a month; null = not priced. */
      readonly monthly: string | null;
    } | null;
    /** As it is. */
    readonly after: {
      /** Provider id. */
      readonly provider: string;
      /** Region id, as the provider's own API writes it. */
      readonly region: string;
      /** Instance type, as the provider writes it. */
      readonly instanceType: string;
      /** Number of servers. */
      readonly servers: number;
      /** Billing modes. */
      readonly billingModes: readonly (string)[];
      /** Cost a month; null = not priced. */
      readonly monthly: string | null;
    } | null;
    /** Another plan is first. */
    readonly isOtherWinner: boolean;
    /** Change of the monthly cost; null = not both priced. */
    readonly monthlyDelta: string | null;
    readonly changeRatio: number | null;
  })[];
};

/** The reckoning of an impact and its progress. */
export type PriceImpactJob = {
  /** Id. */
  readonly id: string;
  /** Id of the price sheet. */
  readonly sheet: string;
  /** interrupted: the process that ran it went away. Only what is done left anything behind. */
  readonly status: "running" | "done" | "failed" | "cancelled" | "interrupted";
  /** Key that started it. */
  readonly createdBy: string | null;
  /** When it started. */
  readonly startedAt: string;
  /** Its last sign of life. */
  readonly updatedAt: string;
  /** null: it runs. */
  readonly finishedAt: string | null;
  /** Its impact (a PriceImpact), or what went wrong; null while it runs. */
  readonly report: unknown;
  /** Most recorded questions. */
  readonly questions: number;
  /** Catalogue before. */
  readonly catalogueVersion: string;
  /** Revision of the draft. */
  readonly revision: number;
  /** Questions answered so far. */
  readonly questionsAnswered: number;
  readonly questionsInAll: number | null;
};

/** Impacts of a sheet, newest first. */
export type PriceImpactJobList = {
  /** Entries of the list. */
  readonly items: readonly (PriceImpactJob)[];
};

/** An import of a price list and its progress. */
export type PriceImport = {
  /** Id. */
  readonly id: string;
  /** Id of the price sheet. */
  readonly sheet: string;
  /** interrupted: the process that ran it went away. Only what is done left anything behind. */
  readonly status: "running" | "done" | "failed" | "cancelled" | "interrupted";
  /** Key that started it. */
  readonly createdBy: string | null;
  /** When it started. */
  readonly startedAt: string;
  /** Its last sign of life. */
  readonly updatedAt: string;
  /** null: it runs. */
  readonly finishedAt: string | null;
  /** Its report, or what went wrong; null while it runs. */
  readonly report: unknown;
  /** Format of the list. */
  readonly format: string;
  /** true = nothing was kept. */
  readonly isDryRun: boolean;
  /** Bytes of the list read. */
  readonly bytesRead: number;
  /** Records that are prices. */
  readonly rowsRead: number;
  /** Rows that went into the draft. */
  readonly rowsAccepted: number;
  /** Rows held back. */
  readonly rowsQuarantined: number;
  /** Records left out on purpose. */
  readonly rowsSkipped: number;
};

/** Imports into a sheet, newest first. */
export type PriceImportList = {
  /** Entries of the list. */
  readonly items: readonly (PriceImport)[];
};

/** What became of a price list. */
export type PriceImportReport = {
  /** Id of the import. */
  readonly import: string;
  /** Id of the price sheet. */
  readonly sheet: string;
  /** Format of the list; GET /price-formats says what each is. */
  readonly format: "csv" | "json" | "ndjson" | "tencent-zone-config" | "tencent-price-inquiry" | "alibaba-price-file" | "alibaba-describe-price" | "aws-offer-json" | "aws-offer-csv" | "aws-savings-plans-json" | "aws-savings-plans-csv" | "azure-retail" | "azure-price-sheet" | "gcp-skus" | "skypilot" | "gpuhunt" | "ec2-instances" | "opencost-csv" | "opencost-json" | "infracost" | "karpenter" | "focus";
  /** true = nothing was kept. */
  readonly isDryRun: boolean;
  /** Bytes of the list read. */
  readonly bytesRead: number;
  /** Records that are prices. */
  readonly rowsRead: number;
  /** Rows that went into the draft. */
  readonly rowsAccepted: number;
  /** Rows held back. */
  readonly rowsQuarantined: number;
  /** Records left out on purpose. */
  readonly rowsSkipped: number;
  /** Rows that the draft had already, just so. */
  readonly rowsUnchanged: number;
  /** Published rates that the list did not have. */
  readonly rowsCarriedOver: number;
  /** What was left out and why, by count and by sample. */
  readonly skipped: readonly ({
    readonly reason: Finding;
    /** Records. */
    readonly count: number;
    /** Some of them. */
    readonly samples: readonly ({
      /** Line of the list. */
      readonly line: number;
      /** Where in the list, by name. */
      readonly path: string | null;
      /** Beginning of the record. */
      readonly sample: string;
    })[];
  })[];
  /** What was held back, by rule. */
  readonly quarantined: readonly ({
    /** Stable kebab-case code. */
    readonly code: string;
    /** Rows. */
    readonly count: number;
  })[];
  /** The first rows that were held back. */
  readonly held: readonly ({
    /** Line, or number of the record; 0 = unknown. */
    readonly line: number;
    /** Stable kebab-case code. */
    readonly code: string;
    /** What it is, in words. */
    readonly detail: string;
    /** As the list has it, with what is said against it. */
    readonly content: unknown;
  })[];
  /** Rows of the draft after it. */
  readonly rowCount: number;
};

/** One rate of a price sheet. */
export type PriceRow = {
  /** Provider id, e.g. `tencent`. */
  readonly provider: string;
  /** Region id as the provider's API spells it. */
  readonly region?: string;
  /** Price area id; exactly one of region and area. */
  readonly area?: string;
  /** Zone id; null = the whole region. */
  readonly zone?: string;
  /** Instance type, storage type or network service id. */
  readonly sku: string;
  /** What the sku is. */
  readonly skuKind: "instance" | "accelerator-card" | "block-storage" | "block-storage-performance" | "snapshot" | "image" | "object-storage" | "object-requests" | "file-storage" | "parallel-file-storage" | "backup" | "egress-traffic" | "egress-bandwidth" | "public-address" | "cross-region-traffic" | "cross-zone-traffic" | "software-licence" | "cluster-fee" | "other";
  /** Billing mode. */
  readonly billingMode: "on-demand" | "subscription" | "reserved" | "savings-plan" | "spot";
  /** Months of the commitment, or of the use. */
  readonly termMonths?: number;
  /** How a commitment is paid. */
  readonly payment?: "no-upfront" | "partial-upfront" | "all-upfront";
  /** Unit that the price is for. GiB = 2^30 bytes, GB = 10^9 bytes. */
  readonly unit: "second" | "hour" | "day" | "month" | "year" | "term" | "GiB-hour" | "GiB-month" | "GiB" | "GB" | "GB-month" | "GB-hour" | "MBps-hour" | "MBps-month" | "Mbps-hour" | "Mbps-day" | "Mbps-month" | "10k-requests" | "user-month" | "licence-hour";
  /** An exact, non-negative decimal amount as text. */
  readonly price: string;
  /** An exact, non-negative decimal amount as text. */
  readonly upfront?: string;
  /** Lower edge of the tier in the unit of quantity, inclusive. */
  readonly tierFrom?: number;
  /** Upper edge, exclusive; absent = open. */
  readonly tierTo?: number;
  /** ISO 4217 currency code. */
  readonly currency: string;
  readonly effectiveFrom: string | null;
  /** The last day on which it counts, YYYY-MM-DD. */
  readonly effectiveTo?: string;
  /** Absent = linux. */
  readonly os?: string;
  /** Absent = shared. */
  readonly tenancy?: string;
  /** What the source attaches to the price (e.g. includes a disk, promotion, new users only). */
  readonly conditions?: string;
  /** false: kept for the record, not used to price a plan (see conditions). */
  readonly isComparable?: boolean;
  /** Where it is from. */
  readonly source: string;
  /** Day (or period) on which the source showed it. */
  readonly asOf: string;
  readonly asOfDay: string | null;
  /** Trust in the source: official > official-mirror > secondary > secondary-mirror > recalled. */
  readonly confidence: "official" | "official-mirror" | "secondary" | "secondary-mirror" | "recalled" | "stated-by-admin";
};

/** Rates in the order in which they were added. */
export type PriceRowPage = {
  /** Entries of the list. */
  readonly items: readonly (PriceRow)[];
  /** Send it as `cursor` for the next page; null = this is the last. */
  readonly nextCursor: string | null;
};

/** Rates of one sheet. */
export type PriceRows = {
  /** All or none are taken. */
  readonly rows: readonly (PriceRow)[];
};

/** How two price sheets differ. */
export type PriceSheetDiff = {
  /** Id of the price sheet. */
  readonly sheet: string;
  /** null: nothing of the series is published. */
  readonly against: string | null;
  /** Numbers of all offers, not only of those shown. */
  readonly counts: {
    /** Rates. */
    readonly added: number;
    /** Rates. */
    readonly removed: number;
    /** Rates. */
    readonly changed: number;
    /** Rates. */
    readonly unchanged: number;
  };
  /** Changed rates first, then removed and added ones. */
  readonly items: readonly ({
    /** Place of the row in the sheet. */
    readonly position: number;
    /** added, removed or changed. */
    readonly change: "added" | "removed" | "changed";
    readonly before: PriceRow | null;
    readonly after: PriceRow | null;
  })[];
  /** Send it as `cursor` for the next page; null = this is the last. */
  readonly nextCursor: string | null;
};

/** A price sheet without its rows. */
export type PriceSheetHead = {
  /** Id. */
  readonly id: string;
  /** Provider id, e.g. `tencent`. */
  readonly provider: string;
  /** Name of the series that the sheet is a version of. */
  readonly series: string;
  /** Version. */
  readonly version: number;
  /** draft → published → superseded by the next version of its series. */
  readonly status: "draft" | "published" | "superseded";
  /** Name to show. */
  readonly label: string;
  /** Where it is from. */
  readonly source: string;
  /** For whoever reads it later. */
  readonly note: string | null;
  /** Rates in the sheet. */
  readonly rowCount: number;
  /** Hash of all rows, set at publishing. */
  readonly contentHash: string | null;
  /** true: whoever filled it may not publish it. */
  readonly requiresApproval: boolean;
  /** Counts changes; the ETag is made from it. */
  readonly revision: number;
  /** Who made it: the seed, or a user. */
  readonly origin: "seed" | "admin";
  /** Key that made it. */
  readonly createdBy: string | null;
  /** When it was made. */
  readonly createdAt: string;
  /** null: a draft, or seed data. */
  readonly publishedAt: string | null;
  /** Until when it was taken for true; null = still. */
  readonly knownTo: string | null;
};

/** Price sheets in the order of their ids. */
export type PriceSheetPage = {
  /** Entries of the list. */
  readonly items: readonly (PriceSheetHead)[];
  /** Send it as `cursor` for the next page; null = this is the last. */
  readonly nextCursor: string | null;
};

/** What is to be known of a sheet before it is published. */
export type PriceSheetReport = {
  readonly sheet: PriceSheetHead;
  /** Rates by billing mode and age. */
  readonly rows: readonly ({
    /** Billing mode. */
    readonly billingMode: string;
    /** Rows. */
    readonly rows: number;
    /** Oldest day on which a rate was seen. */
    readonly oldest: string | null;
    /** Newest day on which a rate was seen. */
    readonly newest: string | null;
  })[];
  /** Rows held back, by rule. */
  readonly quarantine: readonly ({
    /** Stable kebab-case code. */
    readonly code: string;
    /** State. */
    readonly status: "open" | "accepted" | "rejected";
    /** Rows. */
    readonly count: number;
  })[];
  /** The published version that publishing would supersede. */
  readonly against: string | null;
  /** What changed. */
  readonly changes: {
    /** Rates. */
    readonly added: number;
    /** Rates. */
    readonly removed: number;
    /** Rates. */
    readonly changed: number;
    /** Rates. */
    readonly unchanged: number;
  };
  /** The first of the changed rates. */
  readonly largest: readonly ({
    /** Place of the row in the sheet. */
    readonly position: number;
    /** added, removed or changed. */
    readonly change: "added" | "removed" | "changed";
    readonly before: PriceRow | null;
    readonly after: PriceRow | null;
  })[];
  /** Imports into the sheet. */
  readonly imports: readonly (PriceImport)[];
};

/** A problem as RFC 9457 has it. */
export type Problem = {
  /** Address of the page that describes this kind of problem. */
  readonly type: string;
  /** The kind of problem; the same every time. */
  readonly title: string;
  /** The HTTP status. */
  readonly status: number;
  /** What is wrong this time. */
  readonly detail?: string;
  /** What to do about this kind of problem. */
  readonly advice?: string;
  /** The address that was called. */
  readonly instance: string;
  /** Stable kebab-case code. */
  readonly code: "malformed-json" | "nesting-too-deep" | "invalid-request" | "malformed-request" | "invalid-cursor" | "unauthenticated" | "missing-scope" | "host-not-allowed" | "not-found" | "method-not-allowed" | "not-acceptable" | "request-timeout" | "conflict" | "still-referenced" | "idempotency-in-flight" | "sheet-not-draft" | "import-running" | "impact-cancelled" | "import-cancelled" | "second-person-required" | "quote-state" | "precondition-failed" | "already-exists" | "body-too-large" | "address-too-long" | "unsupported-media-type" | "unanswerable-question" | "nothing-to-quote" | "export-not-possible" | "invalid-catalogue-entry" | "unreadable-price-list" | "idempotency-mismatch" | "precondition-required" | "too-many-requests" | "headers-too-large" | "internal" | "overloaded" | "not-ready" | "database-unavailable" | "deadline-exceeded";
  /** Name this when you report it. */
  readonly requestId: string;
  /** All faults of the request at once. */
  readonly errors?: readonly (ProblemFault)[];
};

/** One fault of a request. */
export type ProblemFault = {
  /** JSON pointer into the body (RFC 6901). */
  readonly pointer?: string;
  /** Name of the parameter or header. */
  readonly parameter?: string;
  /** Stable kebab-case code. */
  readonly code: string;
  /** What is wrong, in the language of the reply. */
  readonly detail: string;
  /** What is accepted; the nearest first. */
  readonly allowed?: readonly (string)[];
};

/** A kind of problem. */
export type ProblemPage = {
  /** Stable kebab-case code. */
  readonly code: string;
  /** The HTTP status. */
  readonly status: number;
  /** What it is, in a few words. */
  readonly title: string;
  /** What to do about it. */
  readonly advice: string;
};

/** Where a fact comes from. */
export type Provenance = {
  /** Document, page or file that states the fact. */
  readonly source: string;
  /** Day (or period, as the source prints it) on which the source stated it; null when undated. */
  readonly asOf: string | null;
  /** Trust in the source: official > official-mirror > secondary > secondary-mirror > recalled. */
  readonly confidence: "official" | "official-mirror" | "secondary" | "secondary-mirror" | "recalled" | "stated-by-admin";
  /** What to check or know about the fact. */
  readonly notes?: string;
};

/** A cloud or rental platform and its billing rules. */
export type Provider = {
  /** Provider id, e.g. `tencent`. */
  readonly id: string;
  /** English name. */
  readonly nameEn: string;
  /** Chinese name; null = none is known. */
  readonly nameZh: string;
  /** What kind it is. */
  readonly kind: "cloud" | "rental-platform";
  /** Other spellings by which it is found. */
  readonly aliases: readonly (string)[];
  /** Currencies its price sheets use. */
  readonly currencies: readonly (string)[];
  /** Billing rules. */
  readonly billing: {
    /** Billing modes that it sells. */
    readonly modes: readonly ("on-demand" | "subscription" | "reserved" | "savings-plan" | "spot")[];
    readonly incrementSeconds: number | null;
    readonly minimumSeconds: number | null;
    readonly billsWhileStopped: boolean | null;
    /** Whether its list prices include tax; null = not stated. */
    readonly pricesIncludeTax: boolean | null;
    /** Public discounts by term. */
    readonly termDiscounts: readonly ({
      /** Family ids; empty = all. */
      readonly families: readonly (string)[];
      /** Region or price area ids; absent = all. */
      readonly areas?: readonly (string)[];
      /** Kinds of sku; absent = instances. */
      readonly skuKinds?: readonly (string)[];
      /** Billing mode. */
      readonly billingMode: "on-demand" | "subscription" | "reserved" | "savings-plan" | "spot";
      /** From this term on, months. */
      readonly minimumTermMonths: number;
      /** Share of the list price that is paid. */
      readonly payableRatio: number;
      readonly provenance: Provenance;
    })[];
    /** Cheaper hours of a long run. */
    readonly hourlySteps: readonly ({
      /** Family ids; empty = all. */
      readonly families: readonly (string)[];
      /** From this hour of the run on. */
      readonly fromHours: number;
      /** Share of the list price that is paid. */
      readonly payableRatio: number;
      readonly provenance: Provenance;
    })[];
    /** Spot price over the on-demand price, where no price is published. */
    readonly spotPayableRatios?: readonly ({
      /** The words of the source. */
      readonly label: string;
      /** Part of the on-demand price. */
      readonly payableRatio: number;
      readonly provenance: Provenance;
    })[];
    /** Notice before a spot server is taken away, s. */
    readonly spotInterruptionNoticeSeconds: number | null;
  };
  readonly provenance: Provenance;
};

/** A page in the order of keys. */
export type ProviderPage = {
  /** Entries of the list. */
  readonly items: readonly (ListedProvider)[];
  /** null: this is the last page. */
  readonly nextCursor: string | null;
};

/** Accepts or rejects rows that were held back: by `ids`, by `code`, or by both. */
export type QuarantineDecision = {
  /** What was done, or is to be done. */
  readonly action: "accept" | "reject";
  /** Ids of the rows. */
  readonly ids?: readonly (string)[];
  /** All open rows that this rule held back. */
  readonly code?: string;
  /** Why; kept in the audit trail. */
  readonly reason: string;
};

/** A row that an import held back. */
export type QuarantineItem = {
  /** Id. */
  readonly id: string;
  /** Id of the import. */
  readonly import: string;
  /** Line, or number of the record; 0 = unknown. */
  readonly line: number;
  /** The first rule that objects. */
  readonly code: string;
  /** Value, rule and what was expected, in words. */
  readonly detail: string;
  /** As the list has it, with what is said against it. */
  readonly content: unknown;
  /** State. */
  readonly status: "open" | "accepted" | "rejected";
  /** Key that decided. */
  readonly resolvedBy: string | null;
  /** null: still open. */
  readonly resolvedAt: string | null;
};

/** What was decided, and the draft after it. */
export type QuarantineOutcome = {
  /** Rows. */
  readonly decided: number;
  readonly sheet: PriceSheetHead;
};

/** Rows held back, in the order in which they came. */
export type QuarantinePage = {
  /** Entries of the list. */
  readonly items: readonly (QuarantineItem)[];
  /** Send it as `cursor` for the next page; null = this is the last. */
  readonly nextCursor: string | null;
};

/** A quote: its signed content, its seal, its state. */
export type Quote = {
  /** Id. */
  readonly id: string;
  /** Number to quote it by. */
  readonly number: string;
  /** draft: awaits its approver; issued; accepted; withdrawn; expired: past its date before it was accepted. */
  readonly state: "draft" | "issued" | "accepted" | "expired" | "withdrawn";
  /** Buyer's reference. */
  readonly reference: string | null;
  /** Buyer's cost centre. */
  readonly costCentre: string | null;
  /** Who has to issue it; null = nobody. */
  readonly approver: string | null;
  /** The buyer's own tags. */
  readonly tags: { readonly [key: string]: string };
  /** Cost a month; null = not priced. */
  readonly monthly: Money | null;
  /** Version of the catalogue that answered, with your prices and load tests. */
  readonly catalogueVersion: string;
  /** Version of the engine that answered. */
  readonly engineVersion: string;
  /** A day, YYYY-MM-DD. */
  readonly pricedOn: string;
  /** When it was made. */
  readonly createdAt: string;
  /** Until when it stands. */
  readonly expiresAt: string;
  /** SHA-256 of the canonical content. */
  readonly contentHash: string;
  /** Ed25519 signature of the canonical content, base64url. */
  readonly signature: string;
  /** Key of /quote-keys that made the signature. */
  readonly signingKeyId: string;
  /** The steps that it took. */
  readonly history: readonly ({
    /** When. */
    readonly at: string;
    /** Id of the key. */
    readonly actor: string;
    /** State before; null = it was made. */
    readonly fromState: "draft" | "issued" | "accepted" | "withdrawn" | null;
    /** State after. */
    readonly toState: "draft" | "issued" | "accepted" | "withdrawn";
    /** Who took the step, as stated. */
    readonly by: string | null;
    /** A note. */
    readonly note: string | null;
  })[];
  readonly content: QuoteContent;
};

/** Two quotes side by side. */
export type QuoteComparison = {
  /** The first quote. */
  readonly first: {
    /** Id. */
    readonly id: string;
    /** Number to quote it by. */
    readonly number: string;
    /** ISO 4217 currency code. */
    readonly currency: string;
    /** A month. */
    readonly monthly: string | null;
    /** Over the term. */
    readonly termTotal: string | null;
    /** A day, YYYY-MM-DD. */
    readonly pricedOn: string;
    /** Version of the catalogue that answered, with your prices and load tests. */
    readonly catalogueVersion: string;
    /** Version of the engine that answered. */
    readonly engineVersion: string;
  };
  /** The other quote. */
  readonly second: {
    /** Id. */
    readonly id: string;
    /** Number to quote it by. */
    readonly number: string;
    /** ISO 4217 currency code. */
    readonly currency: string;
    /** A month. */
    readonly monthly: string | null;
    /** Over the term. */
    readonly termTotal: string | null;
    /** A day, YYYY-MM-DD. */
    readonly pricedOn: string;
    /** Version of the catalogue that answered, with your prices and load tests. */
    readonly catalogueVersion: string;
    /** Version of the engine that answered. */
    readonly engineVersion: string;
  };
  /** second − first; null in two currencies. */
  readonly monthlyDelta: string | null;
  /** second − first. */
  readonly termTotalDelta: string | null;
  /** Entries of the list. */
  readonly items: readonly ({
    /** Name of the workload in the quote. */
    readonly name: string;
    /** What is rented in each. */
    readonly plan: {
      /** The plan in brief. */
      readonly first: unknown;
      /** The plan in brief. */
      readonly second: unknown;
    };
    /** Cost a month in each. */
    readonly monthly: {
      /** A month. */
      readonly first: string | null;
      /** A month. */
      readonly second: string | null;
      /** Difference. */
      readonly delta: string | null;
    };
    /** Between the questions. */
    readonly questionDifferences: readonly (QuoteDifference)[];
    /** Between the plans and their bills. */
    readonly planDifferences: readonly (QuoteDifference)[];
  })[];
};

/** What is signed, in canonical form (RFC 8785). */
export type QuoteContent = {
  readonly format: "cardwise-quote/1";
  /** Id. */
  readonly id: string;
  /** E.g. `Q-2026-000042`; counts by tenant. */
  readonly number: string;
  /** Tenant that it belongs to. */
  readonly tenant: string;
  /** When it was made. */
  readonly createdAt: string;
  /** Id of the key. */
  readonly createdBy: string;
  /** Until when it stands. */
  readonly expiresAt: string;
  /** What the buyer's books call it. */
  readonly buyer: {
    /** Buyer's reference. */
    readonly reference: string | null;
    /** Buyer's cost centre. */
    readonly costCentre: string | null;
    /** Who has to issue it; null = nobody. */
    readonly approver: string | null;
    /** The buyer's own tags. */
    readonly tags: { readonly [key: string]: string };
    /** A note. */
    readonly note: string | null;
  };
  /** Version of the catalogue that answered, with your prices and load tests. */
  readonly catalogueVersion: string;
  /** Version of the engine that answered. */
  readonly engineVersion: string;
  /** A day, YYYY-MM-DD. */
  readonly pricedOn: string;
  /** The price book that counted; null = list prices. */
  readonly priceBook: unknown;
  /** Load tests of yours that corrected the estimates. */
  readonly calibrations: readonly (unknown)[];
  /** Entries of the list. */
  readonly items: readonly ({
    /** Name of the workload in the quote. */
    readonly name: string;
    readonly request: RecommendRequest;
    /** The quoted plan of the answer. */
    readonly planId: string;
    readonly answer: RecommendReply;
    /** Facts of the servers by plan id, for exports. */
    readonly hardware: { readonly [key: string]: { readonly [key: string]: unknown } };
    /** The model. */
    readonly model: string | null;
    /** Sizes of the language model; null = none. */
    readonly architecture: unknown;
  })[];
  /** Every sheet that a line of the quoted plans stands on. */
  readonly priceSheets: readonly ({ readonly [key: string]: unknown })[];
  /** Sums of the basket. */
  readonly totals: {
    /** ISO 4217 currency code. */
    readonly currency: string;
    /** All items; null = none has a price. */
    readonly monthly: Money | null;
    /** true: at least one price is unknown and the total is partial. */
    readonly unpriced: boolean;
    /** Payment by month. */
    readonly schedule: readonly ({
      /** Number of the month, 1 = the first. */
      readonly month: number;
      /** What is paid in the month. */
      readonly cash: string;
      /** What the month costs with upfront money spread over the term. */
      readonly amortised: string;
    })[];
    /** Cash over the longest term. */
    readonly termTotal: Money | null;
  };
};

/** One place where two values differ. */
export type QuoteDifference = {
  /** JSON pointer (RFC 6901). */
  readonly pointer: string;
  /** What it was. */
  readonly before: unknown;
  /** What it is. */
  readonly after: unknown;
};

/** The same question today: what changed, and why. */
export type QuoteDrift = {
  /** A day, YYYY-MM-DD. */
  readonly askedOn: string;
  /** ISO 4217 currency code. */
  readonly currency: string;
  /** true = the quoted plan is no longer the same or no longer first. */
  readonly hasDrifted: boolean;
  /** Monthly cost of the whole basket; null = not all of it has a price. */
  readonly monthly: {
    /** As quoted. */
    readonly before: string | null;
    /** The quoted servers at what they cost now. */
    readonly samePlansNow: string | null;
    /** What would be recommended now. */
    readonly bestNow: string | null;
  };
  /** When it was quoted, and now. */
  readonly catalogueVersion: {
    /** As it was. */
    readonly before: string;
    /** As it is. */
    readonly after: string;
  };
  /** When it was quoted, and now. */
  readonly engineVersion: {
    /** As it was. */
    readonly before: string;
    /** As it is. */
    readonly after: string;
  };
  /** Entries of the list. */
  readonly items: readonly ({
    /** Name of the workload in the quote. */
    readonly name: string;
    /** true = the quoted plan is no longer the same or no longer first. */
    readonly hasDrifted: boolean;
    /** A plan in brief; null = there is none. */
    readonly before: {
      /** Provider id. */
      readonly provider: string;
      /** Region id, as the provider's own API writes it. */
      readonly region: string;
      /** Instance type, as the provider writes it. */
      readonly instanceType: string;
      /** Number of servers. */
      readonly servers: number;
      /** How freely it can be bought. */
      readonly saleStatus: string;
      /** Cost a month; null = not priced. */
      readonly monthly: Money | null;
    } | null;
    /** A plan in brief; null = there is none. */
    readonly samePlanNow: {
      /** Provider id. */
      readonly provider: string;
      /** Region id, as the provider's own API writes it. */
      readonly region: string;
      /** Instance type, as the provider writes it. */
      readonly instanceType: string;
      /** Number of servers. */
      readonly servers: number;
      /** How freely it can be bought. */
      readonly saleStatus: string;
      /** Cost a month; null = not priced. */
      readonly monthly: Money | null;
    } | null;
    /** A plan in brief; null = there is none. */
    readonly bestNow: {
      /** Provider id. */
      readonly provider: string;
      /** Region id, as the provider's own API writes it. */
      readonly region: string;
      /** Instance type, as the provider writes it. */
      readonly instanceType: string;
      /** Number of servers. */
      readonly servers: number;
      /** How freely it can be bought. */
      readonly saleStatus: string;
      /** Cost a month; null = not priced. */
      readonly monthly: Money | null;
    } | null;
    /** Change of the quoted plan: the sum over the causes. */
    readonly monthlyDelta: string | null;
    /** What moved the cost; the parts sum to it. */
    readonly causes: readonly ({
      /** price, catalogue or engine. */
      readonly cause: "price" | "catalogue" | "engine";
      /** Part of the change; null = cannot be told. */
      readonly monthlyDelta: string | null;
      /** What changed. */
      readonly changes: readonly ({
        /** Stable kebab-case code. */
        readonly code: string;
        /** What it is, in words. */
        readonly detail: string;
        /** What it was. */
        readonly before: unknown;
        /** What it is. */
        readonly after: unknown;
      })[];
    })[];
  })[];
};

/** A quote in a list. */
export type QuoteHead = {
  /** Id. */
  readonly id: string;
  /** Number to quote it by. */
  readonly number: string;
  /** draft: awaits its approver; issued; accepted; withdrawn; expired: past its date before it was accepted. */
  readonly state: "draft" | "issued" | "accepted" | "expired" | "withdrawn";
  /** Buyer's reference. */
  readonly reference: string | null;
  /** Buyer's cost centre. */
  readonly costCentre: string | null;
  /** Who has to issue it; null = nobody. */
  readonly approver: string | null;
  /** The buyer's own tags. */
  readonly tags: { readonly [key: string]: string };
  /** Cost a month; null = not priced. */
  readonly monthly: Money | null;
  /** Version of the catalogue that answered, with your prices and load tests. */
  readonly catalogueVersion: string;
  /** Version of the engine that answered. */
  readonly engineVersion: string;
  /** A day, YYYY-MM-DD. */
  readonly pricedOn: string;
  /** When it was made. */
  readonly createdAt: string;
  /** Until when it stands. */
  readonly expiresAt: string;
};

/** One workload of a basket. */
export type QuoteItemInput = {
  /** Name of the workload in the quote. */
  readonly name: string;
  readonly request: RecommendRequest;
  /** Id of a plan of the answer. Default: the best one. */
  readonly planId?: string;
};

/** Public keys that signed quotes, as a JWK set (RFC 7517). */
export type QuoteKeys = {
  /** Public keys. */
  readonly keys: readonly ({
    readonly kty: "OKP";
    readonly crv: "Ed25519";
    /** The public key, base64url. */
    readonly x: string;
    /** RFC 7638 thumbprint. */
    readonly kid: string;
    readonly use: "sig";
    readonly alg: "EdDSA";
  })[];
};

/** A step in the life of a quote. */
export type QuoteMove = {
  /** What it becomes. */
  readonly state: "issued" | "accepted" | "withdrawn";
  /** Who says so; the approver that the quote names, to issue it. */
  readonly by?: string;
  /** Why. */
  readonly note?: string;
};

/** Quotes, newest first. */
export type QuotePage = {
  /** Entries of the list. */
  readonly items: readonly (QuoteHead)[];
  /** Send it as `cursor` for the next page; null = this is the last. */
  readonly nextCursor: string | null;
};

/** Whether a quote is what was issued, and what differs today. */
export type QuoteVerification = {
  /** Every check is right: this is what was signed. Data that moved on since does not make it wrong. */
  readonly isValid: boolean;
  /** Each check with its outcome. */
  readonly checks: readonly ({
    /** Name. */
    readonly name: "canonical-form" | "content-hash" | "signature" | "row" | "totals";
    /** true = passed. */
    readonly isRight: boolean;
    /** What differs; empty when it is right. */
    readonly differences: readonly (QuoteDifference)[];
  })[];
  /** The questions asked again, as of the day of the quote; null = the content cannot be read. */
  readonly recomputed: {
    /** Today's data still gives the same answers for that day. */
    readonly isIdentical: boolean;
    /** When it was quoted, and now. */
    readonly catalogueVersion: {
      /** As it was. */
      readonly before: string;
      /** As it is. */
      readonly after: string;
    };
    /** When it was quoted, and now. */
    readonly engineVersion: {
      /** As it was. */
      readonly before: string;
      /** As it is. */
      readonly after: string;
    };
    /** Between the quoted answers and those of today. */
    readonly differences: readonly (QuoteDifference)[];
  } | null;
};

/** Whether calls can be answered. */
export type ReadyzReply = {
  /** State. */
  readonly status: "ready" | "starting" | "draining";
  /** unreachable: planning and reads go on from the last catalogue, writes answer 503. */
  readonly database: "reachable" | "unreachable";
  /** The catalogue that answers. */
  readonly catalogue: {
    /** Version. */
    readonly version: string;
    /** Since it was last known to be current. */
    readonly ageSeconds: number;
    /** true: nobody can be asked whether it is still so. */
    readonly isStale: boolean;
  } | null;
  /** How old the prices of each provider are; no reason to be unready. */
  readonly prices: readonly ({
    /** Provider id. */
    readonly provider: string;
    /** Rates of servers that count now. */
    readonly rates: number;
    /** Day on which a rate was seen. */
    readonly newest: string | null;
    /** Day on which a rate was seen. */
    readonly oldest: string | null;
    /** Days since then. */
    readonly newestAgeDays: number | null;
    /** Days since then. */
    readonly oldestAgeDays: number | null;
    /** Rates older than the threshold of their billing mode, or undated. */
    readonly staleRates: number;
  })[];
};

/** Ranked plans with their reasons. */
export type RecommendReply = {
  /** Version of the catalogue that answered, with your prices and load tests. */
  readonly catalogueVersion: string;
  /** Version of the engine that answered. */
  readonly engineVersion: string;
  /** Day for which prices were taken, YYYY-MM-DD. */
  readonly pricedOn: string;
  /** Currency of all amounts, ISO 4217. */
  readonly currency: string;
  /** What the job needs of hardware. */
  readonly demand: {
    /** The scenario. */
    readonly scenario: string;
    /** inference, training, rendering or hpc. */
    readonly category: string;
    /** Id of the model card; null = by numbers, or no model. */
    readonly model: string | null;
    /** Precision in which it is computed; null = does not apply. */
    readonly precision: string | null;
    /** Least accelerator memory in all that can hold the job, GiB. */
    readonly minimumTotalMemoryGiB: number | null;
    /** Load at the peak, in `loadUnit`; null for jobs. */
    readonly peakLoad: number | null;
    /** Unit of the load. */
    readonly loadUnit: string | null;
    /** Figures of the demand; units are in the names. */
    readonly facts: { readonly [key: string]: number | string | null };
  };
  /** Plans, best first. */
  readonly plans: readonly (Plan)[];
  /** Plans that no other beats in cost, time and risk at once. */
  readonly paretoFront: readonly ({
    /** Provider id. */
    readonly provider: string;
    /** Region id, as the provider's own API writes it. */
    readonly region: string;
    /** Instance type, as the provider writes it. */
    readonly instanceType: string;
    /** Number of servers. */
    readonly servers: number;
    /** Cost a month; null = not priced. */
    readonly monthly: Money | null;
    /** The time that is compared; null = none is known. */
    readonly time: {
      /** Metric of the time. */
      readonly metric: string;
      /** Its value, in the unit of its name. */
      readonly value: number;
    } | null;
    /** 0…1: interval width, sale status, interruption and commitment. */
    readonly risk: number;
  })[];
  /** Numbers of all offers, not only of those shown. */
  readonly counts: {
    /** Offers in the catalogue (instance type × region). */
    readonly offers: number;
    /** Plans that fit. */
    readonly feasible: number;
    /** Feasible ones without a known price. */
    readonly unpriced: number;
    /** Feasible by memory, but no figure is published for their speed. */
    readonly untested: number;
  };
  /** What was rejected, and why. */
  readonly rejected: {
    /** How many. */
    readonly count: number;
    /** Offers by reason; an offer may have several. */
    readonly byReason: readonly ({
      /** Stable kebab-case code. */
      readonly code: string;
      /** How many. */
      readonly count: number;
    })[];
    /** With `explain: full` all; else those nearest to fit. */
    readonly candidates: readonly ({
      /** Provider id. */
      readonly provider: string;
      /** Instance type, as the provider writes it. */
      readonly instanceType: string;
      /** Regions where it was rejected for these reasons. */
      readonly regions: readonly (string)[];
      /** All failed requirements with the needed and the given amount. */
      readonly reasons: readonly (Finding)[];
    })[];
  };
  /** Options to test: nobody publishes figures for their speed, so none is made up. */
  readonly untested: readonly ({
    /** Provider id. */
    readonly provider: string;
    /** Instance type, as the provider writes it. */
    readonly instanceType: string;
    /** Region ids. */
    readonly regions: readonly (string)[];
    /** Reasons, assumptions and warnings, each with a stable code. */
    readonly findings: readonly (Finding)[];
  })[];
  /** null: no figure was stated as a range. */
  readonly uncertainty: {
    /** Worlds drawn. */
    readonly worlds: number;
    /** Seed of the worlds: the same question draws the same. */
    readonly seed: number;
    /** Figures that were stated as ranges. */
    readonly figures: readonly ({
      /** JSON pointer. */
      readonly pointer: string;
      /** Lower end. */
      readonly low: number;
      /** Expected value. */
      readonly expected: number;
      /** Upper end. */
      readonly high: number;
    })[];
    /** The plan that loses least on average. */
    readonly leastRegret: {
      /** Provider id. */
      readonly provider: string;
      /** Region id, as the provider's own API writes it. */
      readonly region: string;
      /** Instance type, as the provider writes it. */
      readonly instanceType: string;
      /** Number of servers. */
      readonly servers: number;
      /** Cost a month; null = not priced. */
      readonly monthly: Money;
      /** Money a month lost against knowing beforehand. */
      readonly regret: {
        /** Mean money a month lost against knowing the world beforehand. */
        readonly meanMonthly: number;
        /** Part of it: servers that the world did not need. */
        readonly overProvisionMonthly: number;
        /** Part of it: missing servers, counted at five times their rent. */
        readonly underProvisionMonthly: number;
        /** Part of it: a dearer type than the best of each world. */
        readonly choiceMonthly: number;
        /** Share of the worlds in which it does not suffice. */
        readonly missProbability: number;
      };
    };
    /** The next ones. */
    readonly others: readonly ({
      /** Provider id. */
      readonly provider: string;
      /** Region id, as the provider's own API writes it. */
      readonly region: string;
      /** Instance type, as the provider writes it. */
      readonly instanceType: string;
      /** Number of servers. */
      readonly servers: number;
      /** Cost a month; null = not priced. */
      readonly monthly: Money;
      /** Money a month lost against knowing beforehand. */
      readonly regret: {
        /** Mean money a month lost against knowing the world beforehand. */
        readonly meanMonthly: number;
        /** Part of it: servers that the world did not need. */
        readonly overProvisionMonthly: number;
        /** Part of it: missing servers, counted at five times their rent. */
        readonly underProvisionMonthly: number;
        /** Part of it: a dearer type than the best of each world. */
        readonly choiceMonthly: number;
        /** Share of the worlds in which it does not suffice. */
        readonly missProbability: number;
      };
    })[];
    /** Regret of the first plan as it is. */
    readonly firstPlan: {
      /** Mean money a month lost against knowing the world beforehand. */
      readonly meanMonthly: number;
      /** Part of it: servers that the world did not need. */
      readonly overProvisionMonthly: number;
      /** Part of it: missing servers, counted at five times their rent. */
      readonly underProvisionMonthly: number;
      /** Part of it: a dearer type than the best of each world. */
      readonly choiceMonthly: number;
      /** Share of the worlds in which it does not suffice. */
      readonly missProbability: number;
    } | null;
  } | null;
  readonly sensitivity: {
    /** The first plan. */
    readonly winner: {
      /** Provider id. */
      readonly provider: string;
      /** Region id, as the provider's own API writes it. */
      readonly region: string;
      /** Instance type, as the provider writes it. */
      readonly instanceType: string;
    };
    /** The best plan of another family. */
    readonly rival: {
      /** Provider id. */
      readonly provider: string;
      /** Region id, as the provider's own API writes it. */
      readonly region: string;
      /** Instance type, as the provider writes it. */
      readonly instanceType: string;
    };
    /** Up to this ratio its price may rise and it still wins; null = within a factor of 100 nothing changes. */
    readonly winnerPriceRatio: number | null;
    /** To this ratio the rival's price must fall to win; null = within a factor of 100 nothing changes. */
    readonly rivalPriceRatio: number | null;
  } | null;
  /** With `explain: full` only, and where the load is one number. */
  readonly demandSensitivity: {
    /** JSON pointer of the load. */
    readonly pointer: string;
    /** The load as stated. */
    readonly value: number;
    /** Instance family. */
    readonly family: {
      /** Provider id. */
      readonly provider: string;
      /** Instance family. */
      readonly family: string;
    };
    /** null: within a factor of sixteen the first plan’s family holds. */
    readonly up: {
      /** The load at which another family wins. */
      readonly value: number;
      /** That load over the stated one. */
      readonly ratio: number;
      /** Which wins then; null = no plan fits any more. */
      readonly family: {
        /** Provider id. */
        readonly provider: string;
        /** Instance family. */
        readonly family: string;
      } | null;
    } | null;
    /** null: within a factor of sixteen the first plan’s family holds. */
    readonly down: {
      /** The load at which another family wins. */
      readonly value: number;
      /** That load over the stated one. */
      readonly ratio: number;
      /** Which wins then; null = no plan fits any more. */
      readonly family: {
        /** Provider id. */
        readonly provider: string;
        /** Instance family. */
        readonly family: string;
      } | null;
    } | null;
  } | null;
  /** null: no requestMix was stated, or a size fits nothing. */
  readonly mixedFleet: {
    /** Cost a month; null = not priced. */
    readonly monthly: Money;
    /** The cheapest single type that serves all sizes. */
    readonly single: {
      /** Provider id. */
      readonly provider: string;
      /** Region id, as the provider's own API writes it. */
      readonly region: string;
      /** Instance type, as the provider writes it. */
      readonly instanceType: string;
      /** Number of servers. */
      readonly servers: number;
      /** Cost a month; null = not priced. */
      readonly monthly: Money;
    } | null;
    /** (monthly − proven lower bound) ÷ monthly. */
    readonly gapRatio: number;
    /** Types of the fleet. */
    readonly parts: readonly ({
      /** Provider id. */
      readonly provider: string;
      /** Region id, as the provider's own API writes it. */
      readonly region: string;
      /** Instance type, as the provider writes it. */
      readonly instanceType: string;
      /** Number of servers. */
      readonly servers: number;
      /** Cost a month; null = not priced. */
      readonly monthly: Money;
      /** Sizes of requests that it serves. */
      readonly buckets: readonly ({
        /** Tokens of the prompt. */
        readonly inputTokens: number;
        /** Tokens generated. */
        readonly outputTokens: number;
        /** Share of this size that it serves. */
        readonly shareRatio: number;
      })[];
    })[];
  } | null;
  /** Why what was expected is not first. */
  readonly whyNot: readonly ({
    /** The name as it was asked for. */
    readonly asked: string;
    /** Its rank among all plans; null when rejected. */
    readonly rank: number | null;
    readonly firstObstacle: Finding | null;
    /** All reasons. */
    readonly reasons: readonly (Finding)[];
    /** Rank that it would have without the limits that it breaks; null = it cannot run at all. */
    readonly rankIfRelaxed: number | null;
    /** Smallest single changes that would make it a plan; [] when it is one, or when none is known. */
    readonly relaxations: readonly ({
      /** The change. */
      readonly change: {
        /** JSON pointer into the request. */
        readonly pointer: string;
        /** What the question says; null = not stated. */
        readonly from: unknown;
        /** What it would have to say. */
        readonly to: unknown;
      };
      /** The plan that it opens. */
      readonly plan: {
        /** Provider id. */
        readonly provider: string;
        /** Region id, as the provider's own API writes it. */
        readonly region: string;
        /** Instance type, as the provider writes it. */
        readonly instanceType: string;
        /** Number of servers. */
        readonly servers: number;
      };
      /** Cost a month; null = not priced. */
      readonly monthly: Money | null;
    })[];
  })[];
  /** Smallest single changes of the question that open a plan. */
  readonly relaxations: readonly ({
    /** The change. */
    readonly change: {
      /** JSON pointer into the request. */
      readonly pointer: string;
      /** What the question says; null = not stated. */
      readonly from: unknown;
      /** What it would have to say. */
      readonly to: unknown;
    };
    /** The plan that it opens. */
    readonly plan: {
      /** Provider id. */
      readonly provider: string;
      /** Region id, as the provider's own API writes it. */
      readonly region: string;
      /** Instance type, as the provider writes it. */
      readonly instanceType: string;
      /** Number of servers. */
      readonly servers: number;
    };
    /** Cost a month; null = not priced. */
    readonly monthly: Money | null;
  })[];
  /** Steps from a first card to the whole fleet. */
  readonly roadmap: readonly ({
    /** Number of the step. */
    readonly step: number;
    readonly title: Finding;
    /** The facts behind it. */
    readonly because: readonly (Finding)[];
  })[];
  /** Validate on one card with a real load before buying. */
  readonly loadTest: {
    readonly summary: Finding;
    /** What to measure. */
    readonly measure: readonly (string)[];
    /** What the measurement decides. */
    readonly decide: readonly (Finding)[];
    /** Commands to paste. */
    readonly commands: readonly ({
      /** Program that the command starts. */
      readonly tool: string;
      /** The command; words in capitals are yours to fill in. */
      readonly command: string;
    })[];
  };
  /** Reasons, assumptions and warnings, each with a stable code. */
  readonly findings: readonly (Finding)[];
};

/** What should we rent for this workload? */
export type RecommendRequest = {
  /** What is to be run: one of the scenarios, told apart by `scenario`. */
  readonly workload: LlmInferenceWorkload | ModelInferenceWorkload | LlmTrainingWorkload | LlmFinetuningWorkload | ModelTrainingWorkload | OfflineRenderingWorkload | VirtualWorkstationWorkload | VideoTranscodingWorkload | HpcWorkload;
  /** Limits on the plans. A stated one is enforced or refused, never dropped. */
  readonly constraints?: {
    /** Providers allowed. Empty = not stated. */
    readonly providers?: readonly (string)[];
    /** Providers excluded. Empty = not stated. */
    readonly excludeProviders?: readonly (string)[];
    /** Regions allowed, id or alias; `provider/region` pins the provider. Empty = not stated. */
    readonly regions?: readonly (string)[];
    /** Zones allowed. Empty = not stated. */
    readonly zones?: readonly (string)[];
    /** ISO 3166 codes (`cn` is the mainland) or `apac`, `emea`, `amer`. Empty = not stated. */
    readonly geographies?: readonly (string)[];
    /** Accelerators allowed, any spelling. Empty = not stated. */
    readonly accelerators?: readonly (string)[];
    /** Accelerators excluded, any spelling. Empty = not stated. */
    readonly excludeAccelerators?: readonly (string)[];
    /** Instance types or families allowed. Empty = not stated. */
    readonly instanceTypes?: readonly (string)[];
    /** Instance types or families excluded. Empty = not stated. */
    readonly excludeInstanceTypes?: readonly (string)[];
    /** Billing modes allowed. Default: all but spot. */
    readonly billingModes?: readonly ("on-demand" | "subscription" | "reserved" | "savings-plan" | "spot")[];
    /** Sale statuses allowed. Default: all but retired. */
    readonly saleStatuses?: readonly (SaleStatus)[];
    /** Budget of a plan, a month. */
    readonly maxMonthlyCost?: Money;
    /** Only servers with RDMA. */
    readonly requireRdma?: boolean;
    /** Only servers whose cards are joined by NVLink. */
    readonly requireNvlink?: boolean;
    /** Only servers with so many vCPUs for each card (or slice of one) that they hold. */
    readonly minVcpuPerAccelerator?: number;
    /** Only servers with so much memory, GiB, for each card (or slice of one) that they hold. */
    readonly minHostMemoryGiBPerAccelerator?: number;
    /** Fractions of a card and shared cards may be used. */
    readonly allowSharing?: boolean;
    /** Most servers of a plan. */
    readonly maxServers?: number;
    /** Plans whose price is unknown are listed after the priced ones. */
    readonly allowUnpriced?: boolean;
    /** Limits of your account. */
    readonly quota?: readonly ({
      /** Region id, `provider/region` pins the provider. */
      readonly region: string;
      /** Instance type or family; exactly one of instanceType and accelerator. */
      readonly instanceType?: string;
      /** Accelerator in any spelling. */
      readonly accelerator?: string;
      /** Most servers (instanceType) or cards (accelerator). */
      readonly max: number;
    })[];
  };
  /** When and for how long it runs. */
  readonly usage?: {
    /** Hours a month in which the fleet runs. With hourlyLoad it caps the running hours (the busiest are kept) and does not rescale. */
    readonly hoursPerMonth?: number;
    /** Months for which you will need it: the longest commitment considered. */
    readonly termMonths?: number;
    /** Load as ratios of the peak (1 = peak): 24 hours, 168 hours, or 672…8,784 hours. Hour 0 of 24 and 168 is Monday 00:00 in timeZone. */
    readonly hourlyLoad?: readonly (number)[];
    /** A day or week by name, in place of hourlyLoad. */
    readonly loadShape?: {
      /** A day or week by name, in place of hourlyLoad. */
      readonly shape: "flat" | "noon-peak" | "evening-peak" | "night-batch" | "office-hours";
      /** Mean load over peak load; the shape is bent to it. Absent = the mean of the shape. */
      readonly meanRatio?: number;
    };
    /** IANA time zone of hourlyLoad, e.g. `Asia/Shanghai`. */
    readonly timeZone?: string;
    /** Growth of the load from month to month; 0.05 = 5 % a month. Costs are the mean month of the term. */
    readonly growthRatioPerMonth?: number;
    /** Jobs only: how often the job runs in a month. */
    readonly runsPerMonth?: number;
    /** The work survives the loss of a server at short notice. */
    readonly interruptible?: boolean;
    /** Largest share of the servers that may be on spot. */
    readonly maxSpotRatio?: number;
    /** Hours lost to interruptions over hours of useful work on spot. Absent = our assumption, stated. */
    readonly spotOverheadRatio?: number;
    /** Longest commitment you accept; 0 = none. */
    readonly maxCommitmentMonths?: number;
  };
  /** Servers already paid for. */
  readonly existing?: readonly ({
    /** Provider id; absent = any provider with this type and region. */
    readonly provider?: string;
    /** Instance type in any spelling, or `provider/type`. */
    readonly instanceType: string;
    /** Region id or alias. */
    readonly region: string;
    /** Servers. */
    readonly count: number;
    /** A day, YYYY-MM-DD. */
    readonly until: string;
  })[];
  /** What is billed beside the servers. */
  readonly storage?: {
    /** Data that every server reads; kept on its data disk when no other store is stated, GiB. 0 = none; absent = not stated. */
    readonly datasetGiB?: number;
    /** System disk of each server, GiB. 0 = none; absent = not stated. */
    readonly systemDiskGiB?: number;
    /** Data disk of each server, GiB. 0 = none; absent = not stated. */
    readonly dataDiskGiB?: number;
    /** Storage type id or name of the disks; absent = the cheapest that is priced. */
    readonly diskType?: string;
    /** Throughput wanted of each data disk, MB/s; what exceeds the included one is billed. */
    readonly diskThroughputMBps?: number;
    /** Snapshots of the whole plan, GiB. 0 = none; absent = not stated. */
    readonly snapshotGiB?: number;
    /** Custom images of the whole plan, GiB. 0 = none; absent = not stated. */
    readonly imageGiB?: number;
    /** Backups of the whole plan, GiB. 0 = none; absent = not stated. */
    readonly backupGiB?: number;
    /** Traffic to the internet of the whole plan, GiB a month. */
    readonly egressGiBPerMonth?: number;
    /** Internet bandwidth bought by the month instead of by traffic, Mbps. */
    readonly egressBandwidthMbps?: number;
    /** Public addresses of the whole plan. */
    readonly publicAddresses?: number;
    /** Traffic to other regions, GiB a month. */
    readonly crossRegionGiBPerMonth?: number;
    /** Bandwidth bought between regions, Mbps. */
    readonly crossRegionBandwidthMbps?: number;
    /** Traffic between zones, GiB a month. */
    readonly crossZoneGiBPerMonth?: number;
    /** Shared file storage, GiB. 0 = none; absent = not stated. */
    readonly fileStorageGiB?: number;
    /** Storage type id of the file storage; absent = the cheapest priced. */
    readonly fileStorageType?: string;
    /** Parallel file system, GiB. 0 = none; absent = not stated. */
    readonly parallelFileStorageGiB?: number;
    /** Storage type id of the parallel file system; absent = the cheapest priced. */
    readonly parallelFileStorageType?: string;
    /** Object storage, GiB. 0 = none; absent = not stated. */
    readonly objectStorageGiB?: number;
    /** Storage class id of the object storage; absent = the cheapest priced. */
    readonly objectStorageType?: string;
    /** Requests to the object storage, a month. */
    readonly objectRequestsPerMonth?: number;
    /** Software licences to be bought beside the servers. */
    readonly licences?: readonly ({
      /** Sku of the licence in the price sheet. */
      readonly sku: string;
      /** How many. */
      readonly quantity: number;
      /** true: so many on each server. */
      readonly perServer?: boolean;
    })[];
    /** Fees of managed clusters. */
    readonly clusterFees?: readonly ({
      /** Sku of the fee in the price sheet. */
      readonly sku: string;
      /** How many. */
      readonly quantity: number;
    })[];
  };
  /** Weights of the six dimensions; normalised to 1. Omitted ones take the default of the scenario. */
  readonly weights?: {
    /** Model, memory and compute against the need. */
    readonly gpuSpec?: number;
    /** Family made for the scenario; CPU and memory a card. */
    readonly instanceType?: number;
    /** Billing modes against the usage. */
    readonly billing?: number;
    /** Cost a unit of work, utilisation, sharing. */
    readonly costOptimisation?: number;
    /** Engines, kernels, libraries, drivers, images. */
    readonly accelerationStack?: number;
    /** RDMA, NVLink, disks, egress. */
    readonly networkStorage?: number;
  };
  /** A day, YYYY-MM-DD. */
  readonly pricedOn?: string;
  /** Answer with what was known at this instant; null = now. */
  readonly knownAt?: string | null;
  /** ISO 4217 currency code. */
  readonly currency?: string;
  /** Rates that may be used where a price is in another currency. */
  readonly exchangeRates?: readonly ({
    /** ISO 4217 currency code. */
    readonly from: string;
    /** ISO 4217 currency code. */
    readonly to: string;
    /** An exact, non-negative decimal amount as text. */
    readonly rate: string;
    /** A day, YYYY-MM-DD. */
    readonly asOn: string;
    /** Where the rate is from. */
    readonly source: string;
  })[];
  /** Most plans in the answer. */
  readonly limit?: number;
  /** true: no two plans share both provider and family. */
  readonly distinct?: boolean;
  /** full: every rejected candidate with all its reasons. */
  readonly explain?: "summary" | "full";
  /** Sizes of the requests of a serving question by rate; shares sum to 1. Adds `mixedFleet` to the answer; the plans are for the lengths of the workload. */
  readonly requestMix?: readonly ({
    /** Tokens of the prompt. */
    readonly inputTokens: number;
    /** Tokens generated. */
    readonly outputTokens: number;
    /** Share of the requests. */
    readonly shareRatio: number;
  })[];
  /** Instance types or families you expected to see. Empty = not stated. */
  readonly whyNot?: readonly (string)[];
};

/** A load test that was just taken. */
export type RecordedCalibration = {
  /** Id. */
  readonly id: string;
  readonly calibration: Calibration;
  /** Key that sent it. */
  readonly createdBy: string | null;
  /** When it was made. */
  readonly createdAt: string;
  /** What was measured beside what was predicted without any calibration. */
  readonly comparison: {
    /** The scenario. */
    readonly scenario: string;
    /** The model. */
    readonly model: string;
    /** Accelerator id. */
    readonly accelerator: string;
    /** Engine, framework, renderer or code that the figures are for. */
    readonly software: string;
    /** By metric. */
    readonly metrics: { readonly [key: string]: {
      /** What you measured. */
      readonly measured: number;
      readonly predicted: Estimate;
      /** measured / predicted. */
      readonly ratio: number;
    } };
  };
};

/** A region of a provider with its zones. */
export type Region = {
  /** Provider id, e.g. `tencent`. */
  readonly provider: string;
  /** Region id as the provider's API spells it. */
  readonly id: string;
  /** English name. */
  readonly nameEn: string;
  /** Chinese name; null = none is known. */
  readonly nameZh: string | null;
  readonly geography: string | null;
  /** `apac`, `emea` or `amer`. */
  readonly continent: "apac" | "emea" | "amer" | null;
  /** Zone ids of the region. */
  readonly zones: readonly (string)[];
  /** Other spellings by which it is found. */
  readonly aliases: readonly (string)[];
  readonly provenance: Provenance;
};

/** Accelerators by region. */
export type RegionAccelerators = {
  /** Region ids. */
  readonly regions: readonly ({
    /** Provider id. */
    readonly provider: string;
    /** `unpublished` where the provider does not say. */
    readonly region: string;
    /** ISO 3166 code of the country; `cn` is the mainland. */
    readonly geography: string | null;
    /** Accelerators. */
    readonly accelerators: readonly ({
      /** Accelerator id. */
      readonly accelerator: string;
      /** Types with this card on sale there. */
      readonly instanceTypes: number;
      readonly saleStatus: SaleStatus;
    })[];
  })[];
};

/** A page in the order of keys. */
export type RegionPage = {
  /** Entries of the list. */
  readonly items: readonly (ListedRegion)[];
  /** null: this is the last page. */
  readonly nextCursor: string | null;
};

/** Why an earlier version is to count again. */
export type Rollback = {
  /** Why; kept in the audit trail. */
  readonly reason: string;
};

/** How a key is replaced. */
export type RotateKey = {
  /** How long the old key goes on working. */
  readonly overlapHours?: number;
};

/** Sale status; `unknown` where the source does not say. */
export type SaleStatus = "general" | "limited" | "invite-only" | "legacy" | "retired" | "unknown";

/** A kind of job that can be planned. */
export type Scenario = {
  /** Value of `workload.scenario`. */
  readonly id: string;
  /** inference, training, rendering or hpc. */
  readonly category: string;
  /** English and Chinese. */
  readonly label: {
    /** English. */
    readonly en: string;
    /** Chinese. */
    readonly zh: string;
  };
  /** English and Chinese. */
  readonly description: {
    /** English. */
    readonly en: string;
    /** Chinese. */
    readonly zh: string;
  };
  /** Weights of the six dimensions that are used unless the question states others. */
  readonly defaultWeights: { readonly [key: string]: number };
  /** English and Chinese. */
  readonly weightReason: {
    /** English. */
    readonly en: string;
    /** Chinese. */
    readonly zh: string;
  };
  /** Fields of the workload. */
  readonly fields: readonly (ScenarioField)[];
  /** Fields of the configuration of /evaluate. */
  readonly configurationFields: readonly (ScenarioField)[];
  /** A workload that can be sent as it is. */
  readonly example: unknown;
  /** A configuration that goes with it. */
  readonly configurationExample: unknown;
};

/** A field of a form: label, bounds, default, and what it holds. */
export type ScenarioField = {
  /** Name of the field. */
  readonly name: string;
  /** JSON pointer below the workload or configuration. */
  readonly pointer: string;
  /** English and Chinese. */
  readonly label: {
    /** English. */
    readonly en: string;
    /** Chinese. */
    readonly zh: string;
  };
  /** What the field means. */
  readonly description?: string;
  /** How to show it. */
  readonly kind: "number" | "integer" | "text" | "flag" | "choice" | "constant" | "object" | "list" | "map" | "alternatives";
  /** true = it must be filled in. */
  readonly isRequired: boolean;
  /** true = null may be sent. */
  readonly isNullable?: boolean;
  /** What is assumed when the field is left out. */
  readonly default?: unknown;
  /** The only value (constants). */
  readonly value?: unknown;
  /** Smallest value. */
  readonly minimum?: number;
  /** It must be above this. */
  readonly exclusiveMinimum?: number;
  /** Largest value. */
  readonly maximum?: number;
  /** It must be below this. */
  readonly exclusiveMaximum?: number;
  /** Fewest characters. */
  readonly minLength?: number;
  /** Most characters. */
  readonly maxLength?: number;
  /** Regular expression of the text. */
  readonly pattern?: string;
  /** Fewest entries. */
  readonly minItems?: number;
  /** Most entries. */
  readonly maxItems?: number;
  /** Values to choose from. */
  readonly choices?: readonly (string)[];
  /** Fields of the object. */
  readonly fields?: readonly (ScenarioField)[];
  readonly items?: ScenarioField;
  /** Shapes of which one is given. */
  readonly alternatives?: readonly (ScenarioField)[];
};

/** All kinds of jobs that can be planned. */
export type ScenariosReply = {
  /** One entry a kind of job. */
  readonly scenarios: readonly (Scenario)[];
  /** Fields of /recommend beside `workload`: limits, use, storage, money, weights. */
  readonly requestFields: readonly (ScenarioField)[];
  /** The six dimensions in their order. */
  readonly dimensions: readonly ({
    /** Key of `weights` and of a score card. */
    readonly id: string;
    /** English and Chinese. */
    readonly label: {
      /** English. */
      readonly en: string;
      /** Chinese. */
      readonly zh: string;
    };
    /** English and Chinese. */
    readonly question: {
      /** English. */
      readonly en: string;
      /** Chinese. */
      readonly zh: string;
    };
  })[];
  /** Every metric that an answer may hold. */
  readonly metrics: readonly ({
    /** Key of `performance`. */
    readonly name: string;
    /** English and Chinese. */
    readonly label: {
      /** English. */
      readonly en: string;
      /** Chinese. */
      readonly zh: string;
    };
    /** English and Chinese. */
    readonly meaning: {
      /** English. */
      readonly en: string;
      /** Chinese. */
      readonly zh: string;
    };
    /** Which way is better; null = neither. */
    readonly better: "lower" | "higher" | null;
  })[];
};

/** A software feature and what it applies to. */
export type SoftwareFeature = {
  /** E.g. `tencent-qgpu`. */
  readonly id: string;
  readonly provider: string | null;
  /** Name. */
  readonly name: string;
  /** What kind it is. */
  readonly kind: "sharing" | "inference-engine" | "training-acceleration" | "communication-library" | "data-acceleration" | "driver" | "graphics-licence" | "image" | "cluster" | "other";
  /** Where it applies; empty lists = everywhere. */
  readonly appliesTo: {
    /** Accelerator ids; empty = not restricted by card. */
    readonly accelerators: readonly (string)[];
    /** Family ids; empty = not restricted by family. */
    readonly families: readonly (string)[];
    /** Scenario categories it helps; empty = all. */
    readonly categories: readonly (string)[];
  };
  /** How it shares a card; null = it does not. */
  readonly sharing?: {
    /** How a card is shared. */
    readonly technology: "qgpu" | "mig" | "time-slicing" | "mps" | "hami" | "fraction" | "other";
    /** Memory is set aside in steps of so much, GiB; null = any amount. */
    readonly memoryStepGiB: number | null;
    /** Compute is set aside in steps of such a share; null = any share. */
    readonly computeStepRatio: number | null;
    /** Most slices of a card; null = no limit known. */
    readonly maxSlicesPerAccelerator: number | null;
    /** A neighbour cannot take its memory. */
    readonly isolatesMemory: boolean;
    /** A neighbour cannot slow it down. */
    readonly isolatesCompute: boolean;
    /** A fault of a neighbour does not reach it. */
    readonly isolatesFaults: boolean;
  };
  /** Further facts. */
  readonly facts: readonly ({
    /** Name. */
    readonly name: string;
    /** What it says. */
    readonly value: string;
    /** A claim that we have not seen confirmed by measurement. */
    readonly isVendorClaim: boolean;
    readonly provenance: Provenance;
  })[];
  readonly provenance: Provenance;
};

/** A page in the order of keys. */
export type SoftwareFeaturePage = {
  /** Entries of the list. */
  readonly items: readonly (ListedSoftwareFeature)[];
  /** null: this is the last page. */
  readonly nextCursor: string | null;
};

/** A storage service. */
export type StorageType = {
  /** Provider id, e.g. `tencent`. */
  readonly provider: string;
  /** Sku of its price rows, e.g. `CLOUD_SSD`. */
  readonly id: string;
  /** Name. */
  readonly name: string;
  /** Other spellings by which it is found. */
  readonly aliases: readonly (string)[];
  /** What kind it is. */
  readonly kind: "block" | "snapshot" | "image" | "object" | "file" | "parallel-file" | "backup";
  /** May boot a server. */
  readonly isSystemDisk: boolean;
  /** Smallest size, GiB. */
  readonly minimumGiB: number | null;
  /** Largest size, GiB. */
  readonly maximumGiB: number | null;
  /** Sizes go in steps of so much, GiB. */
  readonly stepGiB: number | null;
  /** Throughput by size, MB/s. */
  readonly throughputMBps: {
    /** At any size. */
    readonly base: number;
    /** More for each GiB. */
    readonly perGiB: number;
    /** At most. */
    readonly maximum: number;
  } | null;
  /** Operations a second by size. */
  readonly iops: {
    /** At any size. */
    readonly base: number;
    /** More for each GiB. */
    readonly perGiB: number;
    /** At most. */
    readonly maximum: number;
  } | null;
  readonly includedPerformanceMBps: number | null;
  readonly provenance: Provenance;
};

/** A page in the order of keys. */
export type StorageTypePage = {
  /** Entries of the list. */
  readonly items: readonly (ListedStorageType)[];
  /** null: this is the last page. */
  readonly nextCursor: string | null;
};

/** A load test as it is kept. */
export type StoredCalibration = {
  /** Id. */
  readonly id: string;
  readonly calibration: Calibration;
  /** Key that sent it. */
  readonly createdBy: string | null;
  /** When it was made. */
  readonly createdAt: string;
};

/** A price book of your tenant. */
export type StoredPriceBook = {
  /** Name of the book; shown in the price trace. */
  readonly name: string;
  /** Id of the one API key that it is for; null or absent = every key without a book of its own. */
  readonly apiKey: string | null;
  /** Discounts on list prices. */
  readonly discounts: readonly ({
    /** Provider id. */
    readonly provider: string;
    /** Instance families; absent = all. */
    readonly families?: readonly (string)[];
    /** Instance types, storage types or service ids; absent = all. */
    readonly skus?: readonly (string)[];
    /** Region ids. */
    readonly regions?: readonly (string)[];
    /** Billing modes. */
    readonly billingModes?: readonly ("on-demand" | "subscription" | "reserved" | "savings-plan" | "spot")[];
    /** From this term on, months. */
    readonly minimumTermMonths?: number;
    /** 0.8 = 80 % of list is paid. */
    readonly payableRatio: number;
    /** true: on top of the public term discount; false: the lower of the two counts. */
    readonly stacks?: boolean;
    /** A day, YYYY-MM-DD. */
    readonly effectiveFrom?: string;
    /** The last day on which it counts, YYYY-MM-DD. */
    readonly effectiveTo?: string;
    /** A note. */
    readonly note?: string;
  })[];
  /** Agreed rates; they count before every public rate of the same sku and mode. */
  readonly prices: readonly ({
    /** Provider id. */
    readonly provider: string;
    /** Instance type, storage type or service id. */
    readonly sku: string;
    /** Region ids. */
    readonly regions?: readonly (string)[];
    /** Billing mode. */
    readonly billingMode: "on-demand" | "subscription" | "reserved" | "savings-plan" | "spot";
    /** Months of the commitment, or of the use. */
    readonly termMonths?: number;
    /** Unit of the quantity. */
    readonly unit: "hour" | "month" | "GiB-month" | "GiB";
    /** An exact, non-negative decimal amount as text. */
    readonly price: string;
    /** An exact, non-negative decimal amount as text. */
    readonly upfront?: string;
    /** ISO 4217 currency code. */
    readonly currency: string;
    /** A day, YYYY-MM-DD. */
    readonly effectiveFrom?: string;
    /** The last day on which it counts, YYYY-MM-DD. */
    readonly effectiveTo?: string;
  })[];
  /** Counts changes; the ETag is made from it. */
  readonly version: number;
  /** Key that made it. */
  readonly createdBy: string | null;
  /** When it was last changed. */
  readonly updatedAt: string;
};

/** Architecture of a transformer. */
export type Transformer = {
  /** Parameters, 10⁹. */
  readonly parametersBillion: number;
  /** Parameters that a token uses, 10⁹. */
  readonly activeParametersBillion?: number;
  /** Layers. */
  readonly layers: number;
  /** Width of the model. */
  readonly hiddenSize: number;
  /** Width of the feed-forward layers. */
  readonly intermediateSize: number;
  /** Query heads. */
  readonly attentionHeads: number;
  /** Key and value heads. */
  readonly keyValueHeads: number;
  /** Width of a head. */
  readonly headSize: number;
  /** Tokens of the vocabulary. */
  readonly vocabularySize: number;
  /** Input and output embeddings are one. */
  readonly tiedEmbeddings: boolean;
  /** Longest context, tokens. */
  readonly maxContextTokens: number;
  /** How attention works. */
  readonly attention: {
    /** What kind it is. */
    readonly kind: "mha" | "gqa" | "mqa" | "mla";
    /** MLA: rank of the compressed key-value cache. */
    readonly keyValueRank?: number;
    /** MLA: rank of the query projection; 0 = none. */
    readonly queryRank?: number;
    /** MLA: rotary part of a key; 0 = no positions. */
    readonly ropeHeadSize?: number;
    /** MLA: non-rotary part of a key. */
    readonly nopeHeadSize?: number;
    /** MLA: value head size. */
    readonly valueHeadSize?: number;
    /** Window of the windowed layers. */
    readonly slidingWindowTokens?: number;
    /** Layers with full attention, where others are windowed or linear. */
    readonly fullAttentionLayers?: number;
    /** Layers with a constant state per sequence. */
    readonly linearAttentionLayers?: number;
    /** Bytes of that state a layer and sequence. */
    readonly linearStateBytesPerLayer?: number;
    /** Tokens that one cache entry of a full-attention layer stands for (compressed attention). Default 1. */
    readonly cacheTokensPerEntry?: number;
    /** Sparse attention reads at most this many keys a query. */
    readonly sparseTopTokens?: number;
    /** Extra indexer cache elements a token and layer (sparse attention). */
    readonly indexerHeadSize?: number;
  };
  /** Mixture of experts; null = none. */
  readonly experts?: {
    /** Routed experts a MoE layer. */
    readonly count: number;
    /** Routed experts that a token uses. */
    readonly perToken: number;
    /** Always active shared experts. */
    readonly shared: number;
    /** FFN width of one expert. */
    readonly intermediateSize: number;
    /** Layers with a dense FFN instead of experts. */
    readonly denseLayers: number;
    /** Every expert adds a bias of its own (gpt-oss). Default false. */
    readonly hasBias?: boolean;
  };
};

/** Live streams decoded, scaled and encoded. */
export type VideoTranscodingWorkload = {
  readonly scenario: "video-transcoding";
  /** Live streams at the peak. */
  readonly streams: number;
  /** What comes in. */
  readonly input: {
    /** Codec read. */
    readonly codec: "h264" | "h265" | "av1" | "vp9";
    /** Width, pixels. */
    readonly width: number;
    /** Height, pixels. */
    readonly height: number;
    /** Frames per second. */
    readonly framesPerSecond: number;
  };
  /** What each stream is turned into. */
  readonly outputs: readonly ({
    /** Codec written. */
    readonly codec: "h264" | "h265" | "av1" | "vp9";
    /** Width, pixels. */
    readonly width: number;
    /** Height, pixels. */
    readonly height: number;
    /** Frames per second. */
    readonly framesPerSecond?: number;
    /** Bit rate, Mbit/s; counted as public traffic. */
    readonly bitrateMbps?: number;
  })[];
  /** Encoder preset: p1 fastest … p7 best. */
  readonly preset?: "p1" | "p2" | "p3" | "p4" | "p5" | "p6" | "p7";
  /** low-latency (constant bit rate) or high-quality (variable). */
  readonly rateControl?: "low-latency" | "high-quality";
  /** Share of the engines that is planned; the rest keeps streams from falling behind. */
  readonly marginRatio?: number;
};

/** Desktops with 3D graphics, streamed to users. */
export type VirtualWorkstationWorkload = {
  readonly scenario: "virtual-workstation";
  /** Users by kind. */
  readonly users: readonly ({
    /** Kind of work: sets the defaults of the other fields. */
    readonly type: "office" | "light-3d" | "medium-3d" | "heavy-3d" | "power-3d";
    /** Named users of that kind. */
    readonly count: number;
    /** Graphics memory a user, GiB. */
    readonly frameBufferGiB?: number;
    /** vCPUs a user. */
    readonly vcpu?: number;
    /** Host memory a user, GiB. */
    readonly memoryGiB?: number;
  })[];
  /** Share of the users at work at the peak. */
  readonly concurrencyRatio?: number;
  /** A machine for each user, or several sessions on one machine (session hosts, own vGPU profiles). */
  readonly seating?: "machine-per-user" | "shared-sessions";
  /** Pixels. */
  readonly displayWidth?: number;
  /** Pixels. */
  readonly displayHeight?: number;
  /** Screens a user. */
  readonly displays?: number;
  /** Frames per second of the remote picture. */
  readonly framesPerSecond?: number;
  /** Public traffic of a user at work, Mbit/s. */
  readonly bitrateMbps?: number;
};

/** What each operation takes and gives. */
export interface Operations {
  /** Add rates to a draft */
  readonly addPriceRows: {
    readonly path: {
      /** Id of the sheet. */
      readonly id: string;
    };
    readonly body: PriceRows;
    readonly reply: PriceSheetHead;
  };
  /** Stop an impact */
  readonly cancelPriceImpact: {
    readonly path: {
      /** Id of the sheet. */
      readonly id: string;
      /** Id of the impact. */
      readonly impact: string;
    };
    readonly reply: PriceImpactJob;
  };
  /** Stop an import */
  readonly cancelPriceImport: {
    readonly path: {
      /** Id of the sheet. */
      readonly id: string;
      /** Id of the import. */
      readonly import: string;
    };
    readonly reply: PriceImport;
  };
  /** Compare two quotes */
  readonly compareQuotes: {
    readonly path: {
      /** Id of the quote. */
      readonly id: string;
    };
    readonly query: {
      /** Id of the other quote. */
      readonly with: string;
    };
    readonly reply: QuoteComparison;
  };
  /** How many cards do these services need if they share? */
  readonly consolidate: {
    readonly body: ConsolidateRequest;
    readonly reply: ConsolidateReply;
  };
  /** Make an API key */
  readonly createApiKey: {
    readonly body: NewApiKey;
    readonly reply: IssuedKey;
  };
  /** Record a load test */
  readonly createCalibration: {
    readonly body: Calibration;
    readonly reply: RecordedCalibration;
  };
  /** Freeze a recommendation as a signed quote */
  readonly createQuote: {
    readonly body: NewQuote;
    readonly reply: Quote;
  };
  /** Accept or reject rows held back */
  readonly decideQuarantine: {
    readonly path: {
      /** Id of the sheet. */
      readonly id: string;
    };
    readonly body: QuarantineDecision;
    readonly reply: QuarantineOutcome;
  };
  /** How do two sheets differ? */
  readonly diffPriceSheet: {
    readonly path: {
      /** Id of the sheet. */
      readonly id: string;
    };
    readonly query: {
      /** Id of the other sheet. */
      readonly against?: string;
      /** Most items of a page. */
      readonly limit?: number;
      /** `nextCursor` of the page before. */
      readonly cursor?: number;
    };
    readonly reply: PriceSheetDiff;
  };
  /** Throw a draft away */
  readonly discardPriceSheet: {
    readonly path: {
      /** Id of the sheet. */
      readonly id: string;
    };
    readonly headers: {
      /** ETag of what you have read: the change is made only if it is still so. `*`: whatever it is now. */
      readonly "if-match"?: string;
    };
    readonly reply: undefined;
  };
  /** Start a price sheet */
  readonly draftPriceSheet: {
    readonly body: NewPriceSheet;
    readonly reply: PriceSheetHead;
  };
  /** What will this cost? */
  readonly estimateCost: {
    readonly body: CostEstimateRequest;
    readonly reply: CostEstimateReply;
  };
  /** Will it run on exactly this, and how well? */
  readonly evaluate: {
    readonly body: EvaluateRequest;
    readonly reply: EvaluateReply;
  };
  /** All rates as a file */
  readonly exportPriceSheet: {
    readonly path: {
      /** Id of the sheet. */
      readonly id: string;
    };
    readonly query: {
      /** Format. */
      readonly format?: "csv" | "ndjson";
      /** A byte-order mark in front. */
      readonly bom?: boolean;
    };
    readonly reply: string;
  };
  /** Export a quote */
  readonly exportQuote: {
    readonly path: {
      /** Id of the quote. */
      readonly id: string;
    };
    readonly query: {
      /** Format. */
      readonly format: "evidence" | "evidence-markdown" | "evidence-html" | "bill-csv" | "focus" | "terraform" | "terraform-node-pool" | "kubernetes" | "skypilot" | "slurm" | "launch-vllm" | "launch-sglang" | "launch-tensorrt-llm" | "launch-taco" | "launch-torchrun" | "launch-megatron" | "launch-deepspeed" | "deepspeed-config";
      /** Name of an item; absent = all, where the format holds several. */
      readonly item?: string;
      /** Another plan of the item's answer. */
      readonly plan?: string;
    };
    readonly reply: unknown;
  };
  /** Follow an impact */
  readonly followPriceImpact: {
    readonly path: {
      /** Id of the sheet. */
      readonly id: string;
      /** Id of the impact. */
      readonly impact: string;
    };
    readonly reply: string;
  };
  /** Follow an import */
  readonly followPriceImport: {
    readonly path: {
      /** Id of the sheet. */
      readonly id: string;
      /** Id of the import. */
      readonly import: string;
    };
    readonly reply: string;
  };
  /** Read one accelerator */
  readonly getAccelerator: {
    readonly path: {
      /** Id of the entry. */
      readonly id: string;
    };
    readonly reply: Accelerator;
  };
  /** Read one load test */
  readonly getCalibration: {
    readonly path: {
      /** Id of the calibration. */
      readonly id: string;
    };
    readonly reply: StoredCalibration;
  };
  /** Read one instance family */
  readonly getInstanceFamily: {
    readonly path: {
      /** Provider id. */
      readonly provider: string;
      /** Id of the entry; percent-encode what an address cannot hold. */
      readonly id: string;
    };
    readonly reply: InstanceFamily;
  };
  /** Read one instance type */
  readonly getInstanceType: {
    readonly path: {
      /** Provider id. */
      readonly provider: string;
      /** Id of the entry; percent-encode what an address cannot hold. */
      readonly id: string;
    };
    readonly reply: InstanceType;
  };
  /** Metrics for Prometheus */
  readonly getMetrics: {
    readonly reply: string;
  };
  /** Read one model */
  readonly getModel: {
    readonly path: {
      /** Id of the entry. */
      readonly id: string;
    };
    readonly reply: ModelCard;
  };
  /** Read one network service */
  readonly getNetworkService: {
    readonly path: {
      /** Provider id. */
      readonly provider: string;
      /** Id of the entry; percent-encode what an address cannot hold. */
      readonly id: string;
    };
    readonly reply: NetworkService;
  };
  /** This document */
  readonly getOpenapi: {
    readonly reply: { readonly [key: string]: unknown };
  };
  /** Read one price area */
  readonly getPriceArea: {
    readonly path: {
      /** Provider id. */
      readonly provider: string;
      /** Id of the entry; percent-encode what an address cannot hold. */
      readonly id: string;
    };
    readonly reply: PriceArea;
  };
  /** One price book */
  readonly getPriceBook: {
    readonly path: {
      /** Name of the book; shown in the price trace. */
      readonly name: string;
    };
    readonly reply: StoredPriceBook;
  };
  /** Progress or report of an impact */
  readonly getPriceImpact: {
    readonly path: {
      /** Id of the sheet. */
      readonly id: string;
      /** Id of the impact. */
      readonly impact: string;
    };
    readonly reply: PriceImpactJob;
  };
  /** Progress or report of an import */
  readonly getPriceImport: {
    readonly path: {
      /** Id of the sheet. */
      readonly id: string;
      /** Id of the import. */
      readonly import: string;
    };
    readonly reply: PriceImport;
  };
  /** Read one price sheet */
  readonly getPriceSheet: {
    readonly path: {
      /** Id of the sheet. */
      readonly id: string;
    };
    readonly reply: PriceSheetHead;
  };
  /** A price list to fill in */
  readonly getPriceTemplate: {
    readonly reply: string;
  };
  /** What does this problem mean? */
  readonly getProblem: {
    readonly path: {
      /** Code of the problem. */
      readonly code: string;
    };
    readonly reply: ProblemPage;
  };
  /** Read one provider */
  readonly getProvider: {
    readonly path: {
      /** Id of the entry. */
      readonly id: string;
    };
    readonly reply: Provider;
  };
  /** Read a quote */
  readonly getQuote: {
    readonly path: {
      /** Id of the quote. */
      readonly id: string;
    };
    readonly reply: Quote;
  };
  /** What has changed since the quote? */
  readonly getQuoteDrift: {
    readonly path: {
      /** Id of the quote. */
      readonly id: string;
    };
    readonly reply: QuoteDrift;
  };
  /** Read one region */
  readonly getRegion: {
    readonly path: {
      /** Provider id. */
      readonly provider: string;
      /** Id of the entry; percent-encode what an address cannot hold. */
      readonly id: string;
    };
    readonly reply: Region;
  };
  /** Read one software feature */
  readonly getSoftwareFeature: {
    readonly path: {
      /** Id of the entry. */
      readonly id: string;
    };
    readonly reply: SoftwareFeature;
  };
  /** Read one storage type */
  readonly getStorageType: {
    readonly path: {
      /** Provider id. */
      readonly provider: string;
      /** Id of the entry; percent-encode what an address cannot hold. */
      readonly id: string;
    };
    readonly reply: StorageType;
  };
  /** What would publishing change? */
  readonly impactOfPriceSheet: {
    readonly path: {
      /** Id of the sheet. */
      readonly id: string;
    };
    readonly query: {
      /** Most recorded questions. */
      readonly questions?: number;
    };
    readonly reply: PriceImpact | PriceImpactJob;
  };
  /** Import a price list */
  readonly importPriceList: {
    readonly path: {
      /** Id of the sheet. */
      readonly id: string;
    };
    readonly query: {
      /** Format of the list; GET /price-formats says what each is. */
      readonly format: "csv" | "json" | "ndjson" | "tencent-zone-config" | "tencent-price-inquiry" | "alibaba-price-file" | "alibaba-describe-price" | "aws-offer-json" | "aws-offer-csv" | "aws-savings-plans-json" | "aws-savings-plans-csv" | "azure-retail" | "azure-price-sheet" | "gcp-skus" | "skypilot" | "gpuhunt" | "ec2-instances" | "opencost-csv" | "opencost-json" | "infracost" | "karpenter" | "focus";
      /** true: everything is checked and reported, nothing is kept. */
      readonly dryRun?: boolean;
      /** true: rows that the draft has are thrown away first. */
      readonly replace?: boolean;
      /** true: published rates that the list does not have are kept, with the day they were seen. */
      readonly carryOver?: boolean;
      /** ISO 4217 currency code. */
      readonly currency?: string;
      /** For lists that name no region. */
      readonly region?: string;
      /** For replies that name no type. */
      readonly sku?: string;
      /** For replies of a price enquiry: the period that was asked for. */
      readonly unit?: "hour" | "month" | "year";
      /** For replies of a price enquiry: the months asked for. */
      readonly termMonths?: number;
      /** Which price counts where a list states both. */
      readonly basis?: "payable" | "list";
      /** A day, YYYY-MM-DD. */
      readonly asOf?: string;
      /** Trust in the source: official > official-mirror > secondary > secondary-mirror > recalled. */
      readonly confidence?: "official" | "official-mirror" | "secondary" | "secondary-mirror" | "recalled" | "stated-by-admin";
      /** Prices that move by more than this share of themselves are held back; default 0.5. */
      readonly maxMoveRatio?: number;
    };
    readonly body: string;
    readonly reply: PriceImportReport;
  };
  /** List accelerators */
  readonly listAccelerators: {
    readonly query: {
      /** Most items of a page. */
      readonly limit?: number;
      /** `nextCursor` of the page before. */
      readonly cursor?: string;
      /** Words of a name or alias in any spelling: case and separators do not matter. */
      readonly search?: string;
      /** true: retired entries, too. */
      readonly retired?: boolean;
      /** Any of these. Stable id, e.g. `a100-sxm4-80gb`. */
      readonly id?: readonly (string)[];
      /** Any of these. Display name, e.g. `A100-SXM4-80GB`. */
      readonly name?: readonly (string)[];
      /** Any of these. */
      readonly aliases?: readonly (string)[];
      /** Any of these. */
      readonly vendor?: readonly (string)[];
      /** Any of these. */
      readonly kind?: readonly ("gpu" | "npu" | "tpu" | "asic")[];
      /** Any of these. E.g. `Ampere GA100`, `Turing`. */
      readonly architecture?: readonly (string)[];
      /** Any of these. CUDA compute capability. */
      readonly computeCapability?: readonly (string)[];
      /** Exactly one of these. Memory as sold, one device. */
      readonly memoryGiB?: readonly (number)[];
      /** At least this; unknown values never match. Memory as sold, one device. */
      readonly "memoryGiB[gte]"?: number;
      /** More than this; unknown values never match. Memory as sold, one device. */
      readonly "memoryGiB[gt]"?: number;
      /** At most this; unknown values never match. Memory as sold, one device. */
      readonly "memoryGiB[lte]"?: number;
      /** Less than this; unknown values never match. Memory as sold, one device. */
      readonly "memoryGiB[lt]"?: number;
      /** Exactly one of these. Memory as the driver tool (nvidia-smi) lists it. */
      readonly usableMemoryGiB?: readonly (number)[];
      /** At least this; unknown values never match. Memory as the driver tool (nvidia-smi) lists it. */
      readonly "usableMemoryGiB[gte]"?: number;
      /** More than this; unknown values never match. Memory as the driver tool (nvidia-smi) lists it. */
      readonly "usableMemoryGiB[gt]"?: number;
      /** At most this; unknown values never match. Memory as the driver tool (nvidia-smi) lists it. */
      readonly "usableMemoryGiB[lte]"?: number;
      /** Less than this; unknown values never match. Memory as the driver tool (nvidia-smi) lists it. */
      readonly "usableMemoryGiB[lt]"?: number;
      /** Exactly one of these. Memory that a process sees (cudaMemGetInfo and its like): below what the driver tool lists. */
      readonly cudaVisibleMemoryGiB?: readonly (number)[];
      /** At least this; unknown values never match. Memory that a process sees (cudaMemGetInfo and its like): below what the driver tool lists. */
      readonly "cudaVisibleMemoryGiB[gte]"?: number;
      /** More than this; unknown values never match. Memory that a process sees (cudaMemGetInfo and its like): below what the driver tool lists. */
      readonly "cudaVisibleMemoryGiB[gt]"?: number;
      /** At most this; unknown values never match. Memory that a process sees (cudaMemGetInfo and its like): below what the driver tool lists. */
      readonly "cudaVisibleMemoryGiB[lte]"?: number;
      /** Less than this; unknown values never match. Memory that a process sees (cudaMemGetInfo and its like): below what the driver tool lists. */
      readonly "cudaVisibleMemoryGiB[lt]"?: number;
      /** Exactly one of these. */
      readonly memoryBandwidthGBps?: readonly (number)[];
      /** At least this; unknown values never match. */
      readonly "memoryBandwidthGBps[gte]"?: number;
      /** More than this; unknown values never match. */
      readonly "memoryBandwidthGBps[gt]"?: number;
      /** At most this; unknown values never match. */
      readonly "memoryBandwidthGBps[lte]"?: number;
      /** Less than this; unknown values never match. */
      readonly "memoryBandwidthGBps[lt]"?: number;
      /** Exactly one of these. FP64 (vector), dense, 10^12 per second; null = unknown. */
      readonly fp64Tflops?: readonly (number)[];
      /** At least this; unknown values never match. FP64 (vector), dense, 10^12 per second; null = unknown. */
      readonly "fp64Tflops[gte]"?: number;
      /** More than this; unknown values never match. FP64 (vector), dense, 10^12 per second; null = unknown. */
      readonly "fp64Tflops[gt]"?: number;
      /** At most this; unknown values never match. FP64 (vector), dense, 10^12 per second; null = unknown. */
      readonly "fp64Tflops[lte]"?: number;
      /** Less than this; unknown values never match. FP64 (vector), dense, 10^12 per second; null = unknown. */
      readonly "fp64Tflops[lt]"?: number;
      /** Exactly one of these. FP64 (tensor cores), dense, 10^12 per second; null = unknown. */
      readonly fp64TensorTflops?: readonly (number)[];
      /** At least this; unknown values never match. FP64 (tensor cores), dense, 10^12 per second; null = unknown. */
      readonly "fp64TensorTflops[gte]"?: number;
      /** More than this; unknown values never match. FP64 (tensor cores), dense, 10^12 per second; null = unknown. */
      readonly "fp64TensorTflops[gt]"?: number;
      /** At most this; unknown values never match. FP64 (tensor cores), dense, 10^12 per second; null = unknown. */
      readonly "fp64TensorTflops[lte]"?: number;
      /** Less than this; unknown values never match. FP64 (tensor cores), dense, 10^12 per second; null = unknown. */
      readonly "fp64TensorTflops[lt]"?: number;
      /** Exactly one of these. FP32 (vector), dense, 10^12 per second; null = unknown. */
      readonly fp32Tflops?: readonly (number)[];
      /** At least this; unknown values never match. FP32 (vector), dense, 10^12 per second; null = unknown. */
      readonly "fp32Tflops[gte]"?: number;
      /** More than this; unknown values never match. FP32 (vector), dense, 10^12 per second; null = unknown. */
      readonly "fp32Tflops[gt]"?: number;
      /** At most this; unknown values never match. FP32 (vector), dense, 10^12 per second; null = unknown. */
      readonly "fp32Tflops[lte]"?: number;
      /** Less than this; unknown values never match. FP32 (vector), dense, 10^12 per second; null = unknown. */
      readonly "fp32Tflops[lt]"?: number;
      /** Exactly one of these. TF32 (tensor cores), dense, 10^12 per second; null = unknown. */
      readonly tf32Tflops?: readonly (number)[];
      /** At least this; unknown values never match. TF32 (tensor cores), dense, 10^12 per second; null = unknown. */
      readonly "tf32Tflops[gte]"?: number;
      /** More than this; unknown values never match. TF32 (tensor cores), dense, 10^12 per second; null = unknown. */
      readonly "tf32Tflops[gt]"?: number;
      /** At most this; unknown values never match. TF32 (tensor cores), dense, 10^12 per second; null = unknown. */
      readonly "tf32Tflops[lte]"?: number;
      /** Less than this; unknown values never match. TF32 (tensor cores), dense, 10^12 per second; null = unknown. */
      readonly "tf32Tflops[lt]"?: number;
      /** Exactly one of these. FP16/BF16 (tensor cores), dense, 10^12 per second; null = unknown. */
      readonly fp16Tflops?: readonly (number)[];
      /** At least this; unknown values never match. FP16/BF16 (tensor cores), dense, 10^12 per second; null = unknown. */
      readonly "fp16Tflops[gte]"?: number;
      /** More than this; unknown values never match. FP16/BF16 (tensor cores), dense, 10^12 per second; null = unknown. */
      readonly "fp16Tflops[gt]"?: number;
      /** At most this; unknown values never match. FP16/BF16 (tensor cores), dense, 10^12 per second; null = unknown. */
      readonly "fp16Tflops[lte]"?: number;
      /** Less than this; unknown values never match. FP16/BF16 (tensor cores), dense, 10^12 per second; null = unknown. */
      readonly "fp16Tflops[lt]"?: number;
      /** Exactly one of these. FP8, dense, 10^12 per second; null = unknown. */
      readonly fp8Tflops?: readonly (number)[];
      /** At least this; unknown values never match. FP8, dense, 10^12 per second; null = unknown. */
      readonly "fp8Tflops[gte]"?: number;
      /** More than this; unknown values never match. FP8, dense, 10^12 per second; null = unknown. */
      readonly "fp8Tflops[gt]"?: number;
      /** At most this; unknown values never match. FP8, dense, 10^12 per second; null = unknown. */
      readonly "fp8Tflops[lte]"?: number;
      /** Less than this; unknown values never match. FP8, dense, 10^12 per second; null = unknown. */
      readonly "fp8Tflops[lt]"?: number;
      /** Exactly one of these. INT8 operations, dense, 10^12 per second; null = unknown. */
      readonly int8Tops?: readonly (number)[];
      /** At least this; unknown values never match. INT8 operations, dense, 10^12 per second; null = unknown. */
      readonly "int8Tops[gte]"?: number;
      /** More than this; unknown values never match. INT8 operations, dense, 10^12 per second; null = unknown. */
      readonly "int8Tops[gt]"?: number;
      /** At most this; unknown values never match. INT8 operations, dense, 10^12 per second; null = unknown. */
      readonly "int8Tops[lte]"?: number;
      /** Less than this; unknown values never match. INT8 operations, dense, 10^12 per second; null = unknown. */
      readonly "int8Tops[lt]"?: number;
      /** Exactly one of these. FP4, dense, 10^12 per second; null = unknown. */
      readonly fp4Tflops?: readonly (number)[];
      /** At least this; unknown values never match. FP4, dense, 10^12 per second; null = unknown. */
      readonly "fp4Tflops[gte]"?: number;
      /** More than this; unknown values never match. FP4, dense, 10^12 per second; null = unknown. */
      readonly "fp4Tflops[gt]"?: number;
      /** At most this; unknown values never match. FP4, dense, 10^12 per second; null = unknown. */
      readonly "fp4Tflops[lte]"?: number;
      /** Less than this; unknown values never match. FP4, dense, 10^12 per second; null = unknown. */
      readonly "fp4Tflops[lt]"?: number;
      /** As stated. */
      readonly hasBf16?: readonly (boolean)[];
      /** As stated. */
      readonly hasFp8?: readonly (boolean)[];
      /** As stated. */
      readonly hasInt8?: readonly (boolean)[];
      /** Exactly one of these. NVLink (or like) bandwidth of a card, both directions; 0 = none. */
      readonly interconnectGBps?: readonly (number)[];
      /** At least this; unknown values never match. NVLink (or like) bandwidth of a card, both directions; 0 = none. */
      readonly "interconnectGBps[gte]"?: number;
      /** More than this; unknown values never match. NVLink (or like) bandwidth of a card, both directions; 0 = none. */
      readonly "interconnectGBps[gt]"?: number;
      /** At most this; unknown values never match. NVLink (or like) bandwidth of a card, both directions; 0 = none. */
      readonly "interconnectGBps[lte]"?: number;
      /** Less than this; unknown values never match. NVLink (or like) bandwidth of a card, both directions; 0 = none. */
      readonly "interconnectGBps[lt]"?: number;
      /** Exactly one of these. */
      readonly pcieGeneration?: readonly (number)[];
      /** At least this; unknown values never match. */
      readonly "pcieGeneration[gte]"?: number;
      /** More than this; unknown values never match. */
      readonly "pcieGeneration[gt]"?: number;
      /** At most this; unknown values never match. */
      readonly "pcieGeneration[lte]"?: number;
      /** Less than this; unknown values never match. */
      readonly "pcieGeneration[lt]"?: number;
      /** Exactly one of these. */
      readonly tdpW?: readonly (number)[];
      /** At least this; unknown values never match. */
      readonly "tdpW[gte]"?: number;
      /** More than this; unknown values never match. */
      readonly "tdpW[gt]"?: number;
      /** At most this; unknown values never match. */
      readonly "tdpW[lte]"?: number;
      /** Less than this; unknown values never match. */
      readonly "tdpW[lt]"?: number;
      /** Exactly one of these. Video encoders; 0 = none. */
      readonly nvencEngines?: readonly (number)[];
      /** At least this; unknown values never match. Video encoders; 0 = none. */
      readonly "nvencEngines[gte]"?: number;
      /** More than this; unknown values never match. Video encoders; 0 = none. */
      readonly "nvencEngines[gt]"?: number;
      /** At most this; unknown values never match. Video encoders; 0 = none. */
      readonly "nvencEngines[lte]"?: number;
      /** Less than this; unknown values never match. Video encoders; 0 = none. */
      readonly "nvencEngines[lt]"?: number;
      /** Exactly one of these. Video decoders; 0 = none. */
      readonly nvdecEngines?: readonly (number)[];
      /** At least this; unknown values never match. Video decoders; 0 = none. */
      readonly "nvdecEngines[gte]"?: number;
      /** More than this; unknown values never match. Video decoders; 0 = none. */
      readonly "nvdecEngines[gt]"?: number;
      /** At most this; unknown values never match. Video decoders; 0 = none. */
      readonly "nvdecEngines[lte]"?: number;
      /** Less than this; unknown values never match. Video decoders; 0 = none. */
      readonly "nvdecEngines[lt]"?: number;
      /** As stated. Hardware ray tracing. */
      readonly hasRtCores?: readonly (boolean)[];
    };
    readonly reply: AcceleratorPage;
  };
  /** List API keys */
  readonly listApiKeys: {
    readonly reply: ApiKeyList;
  };
  /** Who changed what? */
  readonly listAuditEvents: {
    readonly query: {
      /** Id of the key. */
      readonly actor?: string;
      /** E.g. `create`, `replace`, `retire`, `publish`. */
      readonly action?: string;
      /** E.g. `instance-types`. */
      readonly subjectKind?: string;
      /** Key of the entry, e.g. `tencent/GN7.2XLARGE32`. */
      readonly subjectId?: string;
      /** Not before this instant. */
      readonly from?: string;
      /** Before this instant. */
      readonly to?: string;
      /** Most items of a page. */
      readonly limit?: number;
      /** `nextCursor` of the page before. */
      readonly cursor?: string;
    };
    readonly reply: AuditPage;
  };
  /** Where is it sold? */
  readonly listAvailability: {
    readonly query: {
      /** Provider id. */
      readonly provider: string;
      /** Instance type id. */
      readonly instanceType?: string;
      /** Region id. */
      readonly region?: string;
    };
    readonly reply: AvailabilityList;
  };
  /** List your load tests */
  readonly listCalibrations: {
    readonly query: {
      /** Most items of a page. */
      readonly limit?: number;
      /** `nextCursor` of the page before. */
      readonly cursor?: string;
    };
    readonly reply: CalibrationPage;
  };
  /** List instance families */
  readonly listInstanceFamilies: {
    readonly query: {
      /** Most items of a page. */
      readonly limit?: number;
      /** `nextCursor` of the page before. */
      readonly cursor?: string;
      /** Words of a name or alias in any spelling: case and separators do not matter. */
      readonly search?: string;
      /** true: retired entries, too. */
      readonly retired?: boolean;
      /** Any of these. Provider id, e.g. `tencent`. */
      readonly provider?: readonly (string)[];
      /** Any of these. Family as the provider writes it, e.g. `GN10Xp`. */
      readonly id?: readonly (string)[];
      /** Any of these. */
      readonly name?: readonly (string)[];
      /** Any of these. */
      readonly aliases?: readonly (string)[];
      /** Accelerators in any spelling; any of them. */
      readonly accelerators?: readonly (string)[];
      /** Any of these. */
      readonly madeFor?: readonly ("training" | "inference" | "rendering" | "hpc")[];
      /** As stated. Sold as a cluster with RDMA between servers (e.g. HCC). */
      readonly isCluster?: readonly (boolean)[];
      /** As stated. */
      readonly isBareMetal?: readonly (boolean)[];
      /** Exactly one of these. RDMA bandwidth a server; 0 = none, null = unknown. */
      readonly rdmaGbps?: readonly (number)[];
      /** At least this; unknown values never match. RDMA bandwidth a server; 0 = none, null = unknown. */
      readonly "rdmaGbps[gte]"?: number;
      /** More than this; unknown values never match. RDMA bandwidth a server; 0 = none, null = unknown. */
      readonly "rdmaGbps[gt]"?: number;
      /** At most this; unknown values never match. RDMA bandwidth a server; 0 = none, null = unknown. */
      readonly "rdmaGbps[lte]"?: number;
      /** Less than this; unknown values never match. RDMA bandwidth a server; 0 = none, null = unknown. */
      readonly "rdmaGbps[lt]"?: number;
      /** As stated. vDWS/vWS licence included in the price. */
      readonly includesGraphicsLicence?: readonly (boolean)[];
      /** As stated. GRID driver installed in the images. */
      readonly includesGraphicsDriver?: readonly (boolean)[];
      /** Any of these. Sale status; `unknown` where the source does not say. */
      readonly saleStatus?: readonly ("general" | "limited" | "invite-only" | "legacy" | "retired" | "unknown")[];
    };
    readonly reply: InstanceFamilyPage;
  };
  /** List instance types */
  readonly listInstanceTypes: {
    readonly query: {
      /** Most items of a page. */
      readonly limit?: number;
      /** `nextCursor` of the page before. */
      readonly cursor?: string;
      /** Words of a name or alias in any spelling: case and separators do not matter. */
      readonly search?: string;
      /** true: retired entries, too. */
      readonly retired?: boolean;
      /** ISO 3166 codes (`cn` is the mainland) or `apac`, `emea`, `amer`; any of them. */
      readonly geography?: readonly (string)[];
      /** Any of these. Provider id, e.g. `tencent`. */
      readonly provider?: readonly (string)[];
      /** Any of these. Instance type as the provider writes it. */
      readonly id?: readonly (string)[];
      /** Any of these. Family as the provider writes it, e.g. `GN10Xp`. */
      readonly family?: readonly (string)[];
      /** Accelerators in any spelling; any of them. */
      readonly accelerator?: readonly (string)[];
      /** Exactly one of these. Devices that the server sees (whole cards or equal slices). */
      readonly acceleratorCount?: readonly (number)[];
      /** At least this; unknown values never match. Devices that the server sees (whole cards or equal slices). */
      readonly "acceleratorCount[gte]"?: number;
      /** More than this; unknown values never match. Devices that the server sees (whole cards or equal slices). */
      readonly "acceleratorCount[gt]"?: number;
      /** At most this; unknown values never match. Devices that the server sees (whole cards or equal slices). */
      readonly "acceleratorCount[lte]"?: number;
      /** Less than this; unknown values never match. Devices that the server sees (whole cards or equal slices). */
      readonly "acceleratorCount[lt]"?: number;
      /** Exactly one of these. 1 = whole cards; 0.25 = each device is a quarter of a card. */
      readonly acceleratorShare?: readonly (number)[];
      /** At least this; unknown values never match. 1 = whole cards; 0.25 = each device is a quarter of a card. */
      readonly "acceleratorShare[gte]"?: number;
      /** More than this; unknown values never match. 1 = whole cards; 0.25 = each device is a quarter of a card. */
      readonly "acceleratorShare[gt]"?: number;
      /** At most this; unknown values never match. 1 = whole cards; 0.25 = each device is a quarter of a card. */
      readonly "acceleratorShare[lte]"?: number;
      /** Less than this; unknown values never match. 1 = whole cards; 0.25 = each device is a quarter of a card. */
      readonly "acceleratorShare[lt]"?: number;
      /** Exactly one of these. Memory as sold of one device (one slice for fractions). */
      readonly acceleratorMemoryGiB?: readonly (number)[];
      /** At least this; unknown values never match. Memory as sold of one device (one slice for fractions). */
      readonly "acceleratorMemoryGiB[gte]"?: number;
      /** More than this; unknown values never match. Memory as sold of one device (one slice for fractions). */
      readonly "acceleratorMemoryGiB[gt]"?: number;
      /** At most this; unknown values never match. Memory as sold of one device (one slice for fractions). */
      readonly "acceleratorMemoryGiB[lte]"?: number;
      /** Less than this; unknown values never match. Memory as sold of one device (one slice for fractions). */
      readonly "acceleratorMemoryGiB[lt]"?: number;
      /** Exactly one of these. */
      readonly vcpu?: readonly (number)[];
      /** At least this; unknown values never match. */
      readonly "vcpu[gte]"?: number;
      /** More than this; unknown values never match. */
      readonly "vcpu[gt]"?: number;
      /** At most this; unknown values never match. */
      readonly "vcpu[lte]"?: number;
      /** Less than this; unknown values never match. */
      readonly "vcpu[lt]"?: number;
      /** Exactly one of these. */
      readonly memoryGiB?: readonly (number)[];
      /** At least this; unknown values never match. */
      readonly "memoryGiB[gte]"?: number;
      /** More than this; unknown values never match. */
      readonly "memoryGiB[gt]"?: number;
      /** At most this; unknown values never match. */
      readonly "memoryGiB[lte]"?: number;
      /** Less than this; unknown values never match. */
      readonly "memoryGiB[lt]"?: number;
      /** Exactly one of these. */
      readonly networkGbps?: readonly (number)[];
      /** At least this; unknown values never match. */
      readonly "networkGbps[gte]"?: number;
      /** More than this; unknown values never match. */
      readonly "networkGbps[gt]"?: number;
      /** At most this; unknown values never match. */
      readonly "networkGbps[lte]"?: number;
      /** Less than this; unknown values never match. */
      readonly "networkGbps[lt]"?: number;
      /** Exactly one of these. RDMA bandwidth of the server; 0 = none, null = unknown. */
      readonly rdmaGbps?: readonly (number)[];
      /** At least this; unknown values never match. RDMA bandwidth of the server; 0 = none, null = unknown. */
      readonly "rdmaGbps[gte]"?: number;
      /** More than this; unknown values never match. RDMA bandwidth of the server; 0 = none, null = unknown. */
      readonly "rdmaGbps[gt]"?: number;
      /** At most this; unknown values never match. RDMA bandwidth of the server; 0 = none, null = unknown. */
      readonly "rdmaGbps[lte]"?: number;
      /** Less than this; unknown values never match. RDMA bandwidth of the server; 0 = none, null = unknown. */
      readonly "rdmaGbps[lt]"?: number;
      /** Exactly one of these. */
      readonly localNvmeGiB?: readonly (number)[];
      /** At least this; unknown values never match. */
      readonly "localNvmeGiB[gte]"?: number;
      /** More than this; unknown values never match. */
      readonly "localNvmeGiB[gt]"?: number;
      /** At most this; unknown values never match. */
      readonly "localNvmeGiB[lte]"?: number;
      /** Less than this; unknown values never match. */
      readonly "localNvmeGiB[lt]"?: number;
      /** Any of these. Between the cards of one server. */
      readonly interconnect?: readonly ("nvlink" | "nvswitch" | "pcie" | "other")[];
      /** Any of these. */
      readonly cpuModel?: readonly (string)[];
      /** Any of these. */
      readonly cpuArchitecture?: readonly ("x86_64" | "arm64")[];
      /** Any of these. Sale status; `unknown` where the source does not say. */
      readonly saleStatus?: readonly ("general" | "limited" | "invite-only" | "legacy" | "retired" | "unknown")[];
      /** At least this; unknown values never match. vCPUs an accelerator device. */
      readonly "vcpuPerAccelerator[gte]"?: number;
      /** More than this; unknown values never match. vCPUs an accelerator device. */
      readonly "vcpuPerAccelerator[gt]"?: number;
      /** At most this; unknown values never match. vCPUs an accelerator device. */
      readonly "vcpuPerAccelerator[lte]"?: number;
      /** Less than this; unknown values never match. vCPUs an accelerator device. */
      readonly "vcpuPerAccelerator[lt]"?: number;
      /** At least this; unknown values never match. Memory an accelerator device. */
      readonly "memoryGiBPerAccelerator[gte]"?: number;
      /** More than this; unknown values never match. Memory an accelerator device. */
      readonly "memoryGiBPerAccelerator[gt]"?: number;
      /** At most this; unknown values never match. Memory an accelerator device. */
      readonly "memoryGiBPerAccelerator[lte]"?: number;
      /** Less than this; unknown values never match. Memory an accelerator device. */
      readonly "memoryGiBPerAccelerator[lt]"?: number;
      /** At least this; unknown values never match. Accelerator memory of the whole server. */
      readonly "totalAcceleratorMemoryGiB[gte]"?: number;
      /** More than this; unknown values never match. Accelerator memory of the whole server. */
      readonly "totalAcceleratorMemoryGiB[gt]"?: number;
      /** At most this; unknown values never match. Accelerator memory of the whole server. */
      readonly "totalAcceleratorMemoryGiB[lte]"?: number;
      /** Less than this; unknown values never match. Accelerator memory of the whole server. */
      readonly "totalAcceleratorMemoryGiB[lt]"?: number;
    };
    readonly reply: InstanceTypePage;
  };
  /** List models */
  readonly listModels: {
    readonly query: {
      /** Most items of a page. */
      readonly limit?: number;
      /** `nextCursor` of the page before. */
      readonly cursor?: string;
      /** Words of a name or alias in any spelling: case and separators do not matter. */
      readonly search?: string;
      /** true: retired entries, too. */
      readonly retired?: boolean;
      /** Any of these. Stable id, e.g. `qwen3-32b`. */
      readonly id?: readonly (string)[];
      /** Any of these. */
      readonly name?: readonly (string)[];
      /** Any of these. */
      readonly huggingFaceId?: readonly (string)[];
      /** Any of these. */
      readonly aliases?: readonly (string)[];
      /** Any of these. Architecture group: twins share it. */
      readonly family?: readonly (string)[];
      /** Any of these. */
      readonly task?: readonly ("llm" | "embedding" | "reranking" | "vision" | "image-generation" | "video-generation" | "speech-recognition" | "speech-synthesis" | "ocr")[];
      /** Exactly one of these. */
      readonly parametersBillion?: readonly (number)[];
      /** At least this; unknown values never match. */
      readonly "parametersBillion[gte]"?: number;
      /** More than this; unknown values never match. */
      readonly "parametersBillion[gt]"?: number;
      /** At most this; unknown values never match. */
      readonly "parametersBillion[lte]"?: number;
      /** Less than this; unknown values never match. */
      readonly "parametersBillion[lt]"?: number;
      /** Any of these. Precision of the published weights, e.g. bf16, fp8, mxfp4. */
      readonly nativePrecision?: readonly (string)[];
      /** Any of these. */
      readonly licence?: readonly (string)[];
      /** As stated. false: recalled figures, checked only by parameter arithmetic. */
      readonly isVerified?: readonly (boolean)[];
    };
    readonly reply: ModelPage;
  };
  /** List network services */
  readonly listNetworkServices: {
    readonly query: {
      /** Most items of a page. */
      readonly limit?: number;
      /** `nextCursor` of the page before. */
      readonly cursor?: string;
      /** Words of a name or alias in any spelling: case and separators do not matter. */
      readonly search?: string;
      /** true: retired entries, too. */
      readonly retired?: boolean;
      /** Any of these. Provider id, e.g. `tencent`. */
      readonly provider?: readonly (string)[];
      /** Any of these. Sku of its price rows, e.g. `EGRESS_TRAFFIC`. */
      readonly id?: readonly (string)[];
      /** Any of these. */
      readonly name?: readonly (string)[];
      /** Any of these. */
      readonly kind?: readonly ("egress-traffic" | "egress-bandwidth" | "public-address" | "cross-region" | "cross-zone" | "interconnect")[];
    };
    readonly reply: NetworkServicePage;
  };
  /** List price areas */
  readonly listPriceAreas: {
    readonly query: {
      /** Most items of a page. */
      readonly limit?: number;
      /** `nextCursor` of the page before. */
      readonly cursor?: string;
      /** Words of a name or alias in any spelling: case and separators do not matter. */
      readonly search?: string;
      /** true: retired entries, too. */
      readonly retired?: boolean;
      /** Any of these. Provider id, e.g. `tencent`. */
      readonly provider?: readonly (string)[];
      /** Any of these. */
      readonly id?: readonly (string)[];
      /** Any of these. The words of the source. */
      readonly label?: readonly (string)[];
      /** Any of these. */
      readonly aliases?: readonly (string)[];
      /** Any of these. Region id as the provider's API spells it. */
      readonly regions?: readonly (string)[];
      /** Any of these. low/high: the price of the cheapest/dearest zone of the area. */
      readonly bound?: readonly ("exact" | "low" | "high")[];
    };
    readonly reply: PriceAreaPage;
  };
  /** Your own terms */
  readonly listPriceBooks: {
    readonly reply: PriceBookList;
  };
  /** Which price lists can be imported? */
  readonly listPriceFormats: {
    readonly reply: PriceFormatList;
  };
  /** Impacts of a sheet */
  readonly listPriceImpacts: {
    readonly path: {
      /** Id of the sheet. */
      readonly id: string;
    };
    readonly reply: PriceImpactJobList;
  };
  /** Imports into a sheet */
  readonly listPriceImports: {
    readonly path: {
      /** Id of the sheet. */
      readonly id: string;
    };
    readonly reply: PriceImportList;
  };
  /** Read the rates of a sheet */
  readonly listPriceRows: {
    readonly path: {
      /** Id of the sheet. */
      readonly id: string;
    };
    readonly query: {
      /** Most items of a page. */
      readonly limit?: number;
      /** `nextCursor` of the page before. */
      readonly cursor?: number;
    };
    readonly reply: PriceRowPage;
  };
  /** List price sheets */
  readonly listPriceSheets: {
    readonly query: {
      /** Provider id. */
      readonly provider?: string;
      /** Series. */
      readonly series?: string;
      /** draft → published → superseded by the next version of its series. */
      readonly status?: "draft" | "published" | "superseded";
      /** Most items of a page. */
      readonly limit?: number;
      /** `nextCursor` of the page before. */
      readonly cursor?: string;
    };
    readonly reply: PriceSheetPage;
  };
  /** List providers */
  readonly listProviders: {
    readonly query: {
      /** Most items of a page. */
      readonly limit?: number;
      /** `nextCursor` of the page before. */
      readonly cursor?: string;
      /** Words of a name or alias in any spelling: case and separators do not matter. */
      readonly search?: string;
      /** true: retired entries, too. */
      readonly retired?: boolean;
      /** Any of these. Provider id, e.g. `tencent`. */
      readonly id?: readonly (string)[];
      /** Any of these. */
      readonly nameEn?: readonly (string)[];
      /** Any of these. */
      readonly nameZh?: readonly (string)[];
      /** Any of these. */
      readonly kind?: readonly ("cloud" | "rental-platform")[];
      /** Any of these. */
      readonly aliases?: readonly (string)[];
      /** Any of these. ISO 4217 currency code. */
      readonly currencies?: readonly (string)[];
    };
    readonly reply: ProviderPage;
  };
  /** Rows held back */
  readonly listQuarantine: {
    readonly path: {
      /** Id of the sheet. */
      readonly id: string;
    };
    readonly query: {
      readonly status?: "open" | "accepted" | "rejected";
      /** Rule. */
      readonly code?: string;
      /** Most items of a page. */
      readonly limit?: number;
      /** `nextCursor` of the page before. */
      readonly cursor?: string;
    };
    readonly reply: QuarantinePage;
  };
  /** Public keys of quotes */
  readonly listQuoteKeys: {
    readonly reply: QuoteKeys;
  };
  /** List quotes */
  readonly listQuotes: {
    readonly query: {
      /** The buyer's reference. */
      readonly reference?: string;
      /** Cost centre. */
      readonly costCentre?: string;
      /** Approver. */
      readonly approver?: string;
      /** State. */
      readonly state?: "draft" | "issued" | "accepted" | "expired" | "withdrawn";
      /** `name=value`; several must all be there. */
      readonly tag?: readonly (string)[];
      /** Most items of a page. */
      readonly limit?: number;
      /** `nextCursor` of the page before. */
      readonly cursor?: string;
    };
    readonly reply: QuotePage;
  };
  /** Which accelerators are offered where? */
  readonly listRegionAccelerators: {
    readonly query: {
      /** Provider id. */
      readonly provider?: string;
      /** ISO 3166 code, or apac, emea, amer. */
      readonly geography?: string;
      /** true: types that are retired, too. */
      readonly retired?: boolean;
    };
    readonly reply: RegionAccelerators;
  };
  /** List regions */
  readonly listRegions: {
    readonly query: {
      /** Most items of a page. */
      readonly limit?: number;
      /** `nextCursor` of the page before. */
      readonly cursor?: string;
      /** Words of a name or alias in any spelling: case and separators do not matter. */
      readonly search?: string;
      /** true: retired entries, too. */
      readonly retired?: boolean;
      /** ISO 3166 codes (`cn` is the mainland) or `apac`, `emea`, `amer`; any of them. */
      readonly geography?: readonly (string)[];
      /** Any of these. Provider id, e.g. `tencent`. */
      readonly provider?: readonly (string)[];
      /** Any of these. Region id as the provider's API spells it. */
      readonly id?: readonly (string)[];
      /** Any of these. */
      readonly nameEn?: readonly (string)[];
      /** Any of these. */
      readonly nameZh?: readonly (string)[];
      /** Any of these. */
      readonly continent?: readonly ("apac" | "emea" | "amer")[];
      /** Any of these. */
      readonly zones?: readonly (string)[];
      /** Any of these. */
      readonly aliases?: readonly (string)[];
    };
    readonly reply: RegionPage;
  };
  /** What can be planned? */
  readonly listScenarios: {
    readonly reply: ScenariosReply;
  };
  /** List software features */
  readonly listSoftwareFeatures: {
    readonly query: {
      /** Most items of a page. */
      readonly limit?: number;
      /** `nextCursor` of the page before. */
      readonly cursor?: string;
      /** Words of a name or alias in any spelling: case and separators do not matter. */
      readonly search?: string;
      /** true: retired entries, too. */
      readonly retired?: boolean;
      /** Any of these. E.g. `tencent-qgpu`. */
      readonly id?: readonly (string)[];
      /** Any of these. Provider id, e.g. `tencent`. */
      readonly provider?: readonly (string)[];
      /** Any of these. */
      readonly name?: readonly (string)[];
      /** Any of these. */
      readonly kind?: readonly ("sharing" | "inference-engine" | "training-acceleration" | "communication-library" | "data-acceleration" | "driver" | "graphics-licence" | "image" | "cluster" | "other")[];
    };
    readonly reply: SoftwareFeaturePage;
  };
  /** List storage types */
  readonly listStorageTypes: {
    readonly query: {
      /** Most items of a page. */
      readonly limit?: number;
      /** `nextCursor` of the page before. */
      readonly cursor?: string;
      /** Words of a name or alias in any spelling: case and separators do not matter. */
      readonly search?: string;
      /** true: retired entries, too. */
      readonly retired?: boolean;
      /** Any of these. Provider id, e.g. `tencent`. */
      readonly provider?: readonly (string)[];
      /** Any of these. Sku of its price rows, e.g. `CLOUD_SSD`. */
      readonly id?: readonly (string)[];
      /** Any of these. */
      readonly name?: readonly (string)[];
      /** Any of these. */
      readonly aliases?: readonly (string)[];
      /** Any of these. */
      readonly kind?: readonly ("block" | "snapshot" | "image" | "object" | "file" | "parallel-file" | "backup")[];
      /** As stated. May boot a server. */
      readonly isSystemDisk?: readonly (boolean)[];
      /** Exactly one of these. */
      readonly minimumGiB?: readonly (number)[];
      /** At least this; unknown values never match. */
      readonly "minimumGiB[gte]"?: number;
      /** More than this; unknown values never match. */
      readonly "minimumGiB[gt]"?: number;
      /** At most this; unknown values never match. */
      readonly "minimumGiB[lte]"?: number;
      /** Less than this; unknown values never match. */
      readonly "minimumGiB[lt]"?: number;
      /** Exactly one of these. */
      readonly maximumGiB?: readonly (number)[];
      /** At least this; unknown values never match. */
      readonly "maximumGiB[gte]"?: number;
      /** More than this; unknown values never match. */
      readonly "maximumGiB[gt]"?: number;
      /** At most this; unknown values never match. */
      readonly "maximumGiB[lte]"?: number;
      /** Less than this; unknown values never match. */
      readonly "maximumGiB[lt]"?: number;
      /** Exactly one of these. */
      readonly stepGiB?: readonly (number)[];
      /** At least this; unknown values never match. */
      readonly "stepGiB[gte]"?: number;
      /** More than this; unknown values never match. */
      readonly "stepGiB[gt]"?: number;
      /** At most this; unknown values never match. */
      readonly "stepGiB[lte]"?: number;
      /** Less than this; unknown values never match. */
      readonly "stepGiB[lt]"?: number;
      /** Exactly one of these. Above it extra performance is billed. */
      readonly includedPerformanceMBps?: readonly (number)[];
      /** At least this; unknown values never match. Above it extra performance is billed. */
      readonly "includedPerformanceMBps[gte]"?: number;
      /** More than this; unknown values never match. Above it extra performance is billed. */
      readonly "includedPerformanceMBps[gt]"?: number;
      /** At most this; unknown values never match. Above it extra performance is billed. */
      readonly "includedPerformanceMBps[lte]"?: number;
      /** Less than this; unknown values never match. Above it extra performance is billed. */
      readonly "includedPerformanceMBps[lt]"?: number;
    };
    readonly reply: StorageTypePage;
  };
  /** Does the process live? */
  readonly livez: {
    readonly reply: LivezReply;
  };
  /** Issue, accept or withdraw a quote */
  readonly moveQuote: {
    readonly path: {
      /** Id of the quote. */
      readonly id: string;
    };
    readonly body: QuoteMove;
    readonly reply: Quote;
  };
  /** When must we grow, and what do we commit to? */
  readonly planCapacity: {
    readonly body: CapacityPlanRequest;
    readonly reply: CapacityPlanReply;
  };
  /** Publish a draft */
  readonly publishPriceSheet: {
    readonly path: {
      /** Id of the sheet. */
      readonly id: string;
    };
    readonly reply: PriceSheetHead;
  };
  /** Create or replace one accelerator */
  readonly putAccelerator: {
    readonly path: {
      /** Id of the entry. */
      readonly id: string;
    };
    readonly headers: {
      /** ETag of what you have read: the change is made only if it is still so. `*`: whatever it is now. */
      readonly "if-match"?: string;
      /** `*`: create, and refuse if there is one already. */
      readonly "if-none-match"?: string;
    };
    readonly body: Accelerator;
    readonly reply: Accelerator;
  };
  /** Create or replace one instance family */
  readonly putInstanceFamily: {
    readonly path: {
      /** Provider id. */
      readonly provider: string;
      /** Id of the entry; percent-encode what an address cannot hold. */
      readonly id: string;
    };
    readonly headers: {
      /** ETag of what you have read: the change is made only if it is still so. `*`: whatever it is now. */
      readonly "if-match"?: string;
      /** `*`: create, and refuse if there is one already. */
      readonly "if-none-match"?: string;
    };
    readonly body: InstanceFamily;
    readonly reply: InstanceFamily;
  };
  /** Create or replace one instance type */
  readonly putInstanceType: {
    readonly path: {
      /** Provider id. */
      readonly provider: string;
      /** Id of the entry; percent-encode what an address cannot hold. */
      readonly id: string;
    };
    readonly headers: {
      /** ETag of what you have read: the change is made only if it is still so. `*`: whatever it is now. */
      readonly "if-match"?: string;
      /** `*`: create, and refuse if there is one already. */
      readonly "if-none-match"?: string;
    };
    readonly body: InstanceType;
    readonly reply: InstanceType;
  };
  /** Create or replace one model */
  readonly putModel: {
    readonly path: {
      /** Id of the entry. */
      readonly id: string;
    };
    readonly headers: {
      /** ETag of what you have read: the change is made only if it is still so. `*`: whatever it is now. */
      readonly "if-match"?: string;
      /** `*`: create, and refuse if there is one already. */
      readonly "if-none-match"?: string;
    };
    readonly body: ModelCard;
    readonly reply: ModelCard;
  };
  /** Create or replace one network service */
  readonly putNetworkService: {
    readonly path: {
      /** Provider id. */
      readonly provider: string;
      /** Id of the entry; percent-encode what an address cannot hold. */
      readonly id: string;
    };
    readonly headers: {
      /** ETag of what you have read: the change is made only if it is still so. `*`: whatever it is now. */
      readonly "if-match"?: string;
      /** `*`: create, and refuse if there is one already. */
      readonly "if-none-match"?: string;
    };
    readonly body: NetworkService;
    readonly reply: NetworkService;
  };
  /** Create or replace one price area */
  readonly putPriceArea: {
    readonly path: {
      /** Provider id. */
      readonly provider: string;
      /** Id of the entry; percent-encode what an address cannot hold. */
      readonly id: string;
    };
    readonly headers: {
      /** ETag of what you have read: the change is made only if it is still so. `*`: whatever it is now. */
      readonly "if-match"?: string;
      /** `*`: create, and refuse if there is one already. */
      readonly "if-none-match"?: string;
    };
    readonly body: PriceArea;
    readonly reply: PriceArea;
  };
  /** Create or replace a price book */
  readonly putPriceBook: {
    readonly path: {
      /** Name of the book; shown in the price trace. */
      readonly name: string;
    };
    readonly headers: {
      /** ETag of what you have read: the change is made only if it is still so. `*`: whatever it is now. */
      readonly "if-match"?: string;
      /** `*`: create, and refuse if there is one already. */
      readonly "if-none-match"?: string;
    };
    readonly body: PriceBookBody;
    readonly reply: StoredPriceBook;
  };
  /** Replace the rates of a draft */
  readonly putPriceRows: {
    readonly path: {
      /** Id of the sheet. */
      readonly id: string;
    };
    readonly headers: {
      /** ETag of what you have read: the change is made only if it is still so. `*`: whatever it is now. */
      readonly "if-match"?: string;
    };
    readonly body: PriceRows;
    readonly reply: PriceSheetHead;
  };
  /** Create or replace one provider */
  readonly putProvider: {
    readonly path: {
      /** Id of the entry. */
      readonly id: string;
    };
    readonly headers: {
      /** ETag of what you have read: the change is made only if it is still so. `*`: whatever it is now. */
      readonly "if-match"?: string;
      /** `*`: create, and refuse if there is one already. */
      readonly "if-none-match"?: string;
    };
    readonly body: Provider;
    readonly reply: Provider;
  };
  /** Create or replace one region */
  readonly putRegion: {
    readonly path: {
      /** Provider id. */
      readonly provider: string;
      /** Id of the entry; percent-encode what an address cannot hold. */
      readonly id: string;
    };
    readonly headers: {
      /** ETag of what you have read: the change is made only if it is still so. `*`: whatever it is now. */
      readonly "if-match"?: string;
      /** `*`: create, and refuse if there is one already. */
      readonly "if-none-match"?: string;
    };
    readonly body: Region;
    readonly reply: Region;
  };
  /** Create or replace one software feature */
  readonly putSoftwareFeature: {
    readonly path: {
      /** Id of the entry. */
      readonly id: string;
    };
    readonly headers: {
      /** ETag of what you have read: the change is made only if it is still so. `*`: whatever it is now. */
      readonly "if-match"?: string;
      /** `*`: create, and refuse if there is one already. */
      readonly "if-none-match"?: string;
    };
    readonly body: SoftwareFeature;
    readonly reply: SoftwareFeature;
  };
  /** Create or replace one storage type */
  readonly putStorageType: {
    readonly path: {
      /** Provider id. */
      readonly provider: string;
      /** Id of the entry; percent-encode what an address cannot hold. */
      readonly id: string;
    };
    readonly headers: {
      /** ETag of what you have read: the change is made only if it is still so. `*`: whatever it is now. */
      readonly "if-match"?: string;
      /** `*`: create, and refuse if there is one already. */
      readonly "if-none-match"?: string;
    };
    readonly body: StorageType;
    readonly reply: StorageType;
  };
  /** How wrong are the predictions? */
  readonly readAccuracy: {
    readonly query: {
      /** Only this task. */
      readonly task?: string;
      /** Only this split. */
      readonly split?: string;
      /** Only this group, e.g. `all`. */
      readonly group?: string;
    };
    readonly reply: AccuracyReply;
  };
  /** Can calls be answered? */
  readonly readyz: {
    readonly reply: ReadyzReply;
  };
  /** Reckon what publishing would change */
  readonly reckonPriceImpact: {
    readonly path: {
      /** Id of the sheet. */
      readonly id: string;
    };
    readonly query: {
      /** Most recorded questions. */
      readonly questions?: number;
    };
    readonly reply: PriceImpactJob;
  };
  /** What should we rent for this workload? */
  readonly recommend: {
    readonly body: RecommendRequest;
    readonly reply: RecommendReply;
  };
  /** Many workloads, a line each */
  readonly recommendBatch: {
    readonly body: BatchLine;
    readonly reply: BatchReplyLine;
  };
  /** What is in a sheet, and what does it change? */
  readonly reportPriceSheet: {
    readonly path: {
      /** Id of the sheet. */
      readonly id: string;
    };
    readonly reply: PriceSheetReport;
  };
  /** Retire one accelerator */
  readonly retireAccelerator: {
    readonly path: {
      /** Id of the entry. */
      readonly id: string;
    };
    readonly headers: {
      /** ETag of what you have read: the change is made only if it is still so. `*`: whatever it is now. */
      readonly "if-match"?: string;
    };
    readonly reply: undefined;
  };
  /** Take a load test back */
  readonly retireCalibration: {
    readonly path: {
      /** Id of the calibration. */
      readonly id: string;
    };
    readonly headers: {
      /** ETag of what you have read: the change is made only if it is still so. `*`: whatever it is now. */
      readonly "if-match"?: string;
    };
    readonly reply: undefined;
  };
  /** Retire one instance family */
  readonly retireInstanceFamily: {
    readonly path: {
      /** Provider id. */
      readonly provider: string;
      /** Id of the entry; percent-encode what an address cannot hold. */
      readonly id: string;
    };
    readonly headers: {
      /** ETag of what you have read: the change is made only if it is still so. `*`: whatever it is now. */
      readonly "if-match"?: string;
    };
    readonly reply: undefined;
  };
  /** Retire one instance type */
  readonly retireInstanceType: {
    readonly path: {
      /** Provider id. */
      readonly provider: string;
      /** Id of the entry; percent-encode what an address cannot hold. */
      readonly id: string;
    };
    readonly headers: {
      /** ETag of what you have read: the change is made only if it is still so. `*`: whatever it is now. */
      readonly "if-match"?: string;
    };
    readonly reply: undefined;
  };
  /** Retire one model */
  readonly retireModel: {
    readonly path: {
      /** Id of the entry. */
      readonly id: string;
    };
    readonly headers: {
      /** ETag of what you have read: the change is made only if it is still so. `*`: whatever it is now. */
      readonly "if-match"?: string;
    };
    readonly reply: undefined;
  };
  /** Retire one network service */
  readonly retireNetworkService: {
    readonly path: {
      /** Provider id. */
      readonly provider: string;
      /** Id of the entry; percent-encode what an address cannot hold. */
      readonly id: string;
    };
    readonly headers: {
      /** ETag of what you have read: the change is made only if it is still so. `*`: whatever it is now. */
      readonly "if-match"?: string;
    };
    readonly reply: undefined;
  };
  /** Retire one price area */
  readonly retirePriceArea: {
    readonly path: {
      /** Provider id. */
      readonly provider: string;
      /** Id of the entry; percent-encode what an address cannot hold. */
      readonly id: string;
    };
    readonly headers: {
      /** ETag of what you have read: the change is made only if it is still so. `*`: whatever it is now. */
      readonly "if-match"?: string;
    };
    readonly reply: undefined;
  };
  /** Retire a price book */
  readonly retirePriceBook: {
    readonly path: {
      /** Name of the book; shown in the price trace. */
      readonly name: string;
    };
    readonly headers: {
      /** ETag of what you have read: the change is made only if it is still so. `*`: whatever it is now. */
      readonly "if-match"?: string;
    };
    readonly reply: undefined;
  };
  /** Retire one provider */
  readonly retireProvider: {
    readonly path: {
      /** Id of the entry. */
      readonly id: string;
    };
    readonly headers: {
      /** ETag of what you have read: the change is made only if it is still so. `*`: whatever it is now. */
      readonly "if-match"?: string;
    };
    readonly reply: undefined;
  };
  /** Retire one region */
  readonly retireRegion: {
    readonly path: {
      /** Provider id. */
      readonly provider: string;
      /** Id of the entry; percent-encode what an address cannot hold. */
      readonly id: string;
    };
    readonly headers: {
      /** ETag of what you have read: the change is made only if it is still so. `*`: whatever it is now. */
      readonly "if-match"?: string;
    };
    readonly reply: undefined;
  };
  /** Retire one software feature */
  readonly retireSoftwareFeature: {
    readonly path: {
      /** Id of the entry. */
      readonly id: string;
    };
    readonly headers: {
      /** ETag of what you have read: the change is made only if it is still so. `*`: whatever it is now. */
      readonly "if-match"?: string;
    };
    readonly reply: undefined;
  };
  /** Retire one storage type */
  readonly retireStorageType: {
    readonly path: {
      /** Provider id. */
      readonly provider: string;
      /** Id of the entry; percent-encode what an address cannot hold. */
      readonly id: string;
    };
    readonly headers: {
      /** ETag of what you have read: the change is made only if it is still so. `*`: whatever it is now. */
      readonly "if-match"?: string;
    };
    readonly reply: undefined;
  };
  /** Revoke an API key */
  readonly revokeApiKey: {
    readonly path: {
      /** Id of the key. */
      readonly id: string;
    };
    readonly reply: undefined;
  };
  /** Back to this version */
  readonly rollBackPriceSheet: {
    readonly path: {
      /** Id of the sheet. */
      readonly id: string;
    };
    readonly body: Rollback;
    readonly reply: PriceSheetHead;
  };
  /** Replace an API key */
  readonly rotateApiKey: {
    readonly path: {
      /** Id of the key. */
      readonly id: string;
    };
    readonly body: RotateKey;
    readonly reply: IssuedKey;
  };
  /** Set where types are sold */
  readonly setAvailability: {
    readonly body: AvailabilityRows;
    readonly reply: AvailabilityResult;
  };
  /** Verify a quote */
  readonly verifyQuote: {
    readonly path: {
      /** Id of the quote. */
      readonly id: string;
    };
    readonly reply: QuoteVerification;
  };
}

export type OperationId = keyof Operations;

export interface OperationFacts {
  readonly method: string;
  readonly path: string;
  readonly idempotency: 'required' | 'optional' | 'none';
  readonly contentType?: string;
}

export const OPERATIONS: Readonly<Record<OperationId, OperationFacts>> = {
  addPriceRows: {"method":"POST","path":"/price-sheets/{id}/rows","idempotency":"optional","contentType":"application/json"},
  cancelPriceImpact: {"method":"POST","path":"/price-sheets/{id}/impacts/{impact}/cancel","idempotency":"none"},
  cancelPriceImport: {"method":"POST","path":"/price-sheets/{id}/imports/{import}/cancel","idempotency":"none"},
  compareQuotes: {"method":"GET","path":"/quotes/{id}/compare","idempotency":"none"},
  consolidate: {"method":"POST","path":"/consolidate","idempotency":"none","contentType":"application/json"},
  createApiKey: {"method":"POST","path":"/api-keys","idempotency":"optional","contentType":"application/json"},
  createCalibration: {"method":"POST","path":"/calibrations","idempotency":"optional","contentType":"application/json"},
  createQuote: {"method":"POST","path":"/quotes","idempotency":"required","contentType":"application/json"},
  decideQuarantine: {"method":"POST","path":"/price-sheets/{id}/quarantine","idempotency":"optional","contentType":"application/json"},
  diffPriceSheet: {"method":"GET","path":"/price-sheets/{id}/diff","idempotency":"none"},
  discardPriceSheet: {"method":"DELETE","path":"/price-sheets/{id}","idempotency":"none"},
  draftPriceSheet: {"method":"POST","path":"/price-sheets","idempotency":"optional","contentType":"application/json"},
  estimateCost: {"method":"POST","path":"/cost-estimate","idempotency":"none","contentType":"application/json"},
  evaluate: {"method":"POST","path":"/evaluate","idempotency":"none","contentType":"application/json"},
  exportPriceSheet: {"method":"GET","path":"/price-sheets/{id}/export","idempotency":"none"},
  exportQuote: {"method":"GET","path":"/quotes/{id}/export","idempotency":"none"},
  followPriceImpact: {"method":"GET","path":"/price-sheets/{id}/impacts/{impact}/events","idempotency":"none"},
  followPriceImport: {"method":"GET","path":"/price-sheets/{id}/imports/{import}/events","idempotency":"none"},
  getAccelerator: {"method":"GET","path":"/catalogue/accelerators/{id}","idempotency":"none"},
  getCalibration: {"method":"GET","path":"/calibrations/{id}","idempotency":"none"},
  getInstanceFamily: {"method":"GET","path":"/catalogue/instance-families/{provider}/{id}","idempotency":"none"},
  getInstanceType: {"method":"GET","path":"/catalogue/instance-types/{provider}/{id}","idempotency":"none"},
  getMetrics: {"method":"GET","path":"/metrics","idempotency":"none"},
  getModel: {"method":"GET","path":"/catalogue/models/{id}","idempotency":"none"},
  getNetworkService: {"method":"GET","path":"/catalogue/network-services/{provider}/{id}","idempotency":"none"},
  getOpenapi: {"method":"GET","path":"/openapi.json","idempotency":"none"},
  getPriceArea: {"method":"GET","path":"/catalogue/price-areas/{provider}/{id}","idempotency":"none"},
  getPriceBook: {"method":"GET","path":"/price-books/{name}","idempotency":"none"},
  getPriceImpact: {"method":"GET","path":"/price-sheets/{id}/impacts/{impact}","idempotency":"none"},
  getPriceImport: {"method":"GET","path":"/price-sheets/{id}/imports/{import}","idempotency":"none"},
  getPriceSheet: {"method":"GET","path":"/price-sheets/{id}","idempotency":"none"},
  getPriceTemplate: {"method":"GET","path":"/price-template","idempotency":"none"},
  getProblem: {"method":"GET","path":"/problems/{code}","idempotency":"none"},
  getProvider: {"method":"GET","path":"/catalogue/providers/{id}","idempotency":"none"},
  getQuote: {"method":"GET","path":"/quotes/{id}","idempotency":"none"},
  getQuoteDrift: {"method":"GET","path":"/quotes/{id}/drift","idempotency":"none"},
  getRegion: {"method":"GET","path":"/catalogue/regions/{provider}/{id}","idempotency":"none"},
  getSoftwareFeature: {"method":"GET","path":"/catalogue/software-features/{id}","idempotency":"none"},
  getStorageType: {"method":"GET","path":"/catalogue/storage-types/{provider}/{id}","idempotency":"none"},
  impactOfPriceSheet: {"method":"GET","path":"/price-sheets/{id}/impact","idempotency":"none"},
  importPriceList: {"method":"POST","path":"/price-sheets/{id}/import","idempotency":"required","contentType":"text/csv"},
  listAccelerators: {"method":"GET","path":"/catalogue/accelerators","idempotency":"none"},
  listApiKeys: {"method":"GET","path":"/api-keys","idempotency":"none"},
  listAuditEvents: {"method":"GET","path":"/audit-events","idempotency":"none"},
  listAvailability: {"method":"GET","path":"/catalogue/availability","idempotency":"none"},
  listCalibrations: {"method":"GET","path":"/calibrations","idempotency":"none"},
  listInstanceFamilies: {"method":"GET","path":"/catalogue/instance-families","idempotency":"none"},
  listInstanceTypes: {"method":"GET","path":"/catalogue/instance-types","idempotency":"none"},
  listModels: {"method":"GET","path":"/catalogue/models","idempotency":"none"},
  listNetworkServices: {"method":"GET","path":"/catalogue/network-services","idempotency":"none"},
  listPriceAreas: {"method":"GET","path":"/catalogue/price-areas","idempotency":"none"},
  listPriceBooks: {"method":"GET","path":"/price-books","idempotency":"none"},
  listPriceFormats: {"method":"GET","path":"/price-formats","idempotency":"none"},
  listPriceImpacts: {"method":"GET","path":"/price-sheets/{id}/impacts","idempotency":"none"},
  listPriceImports: {"method":"GET","path":"/price-sheets/{id}/imports","idempotency":"none"},
  listPriceRows: {"method":"GET","path":"/price-sheets/{id}/rows","idempotency":"none"},
  listPriceSheets: {"method":"GET","path":"/price-sheets","idempotency":"none"},
  listProviders: {"method":"GET","path":"/catalogue/providers","idempotency":"none"},
  listQuarantine: {"method":"GET","path":"/price-sheets/{id}/quarantine","idempotency":"none"},
  listQuoteKeys: {"method":"GET","path":"/quote-keys","idempotency":"none"},
  listQuotes: {"method":"GET","path":"/quotes","idempotency":"none"},
  listRegionAccelerators: {"method":"GET","path":"/catalogue/region-accelerators","idempotency":"none"},
  listRegions: {"method":"GET","path":"/catalogue/regions","idempotency":"none"},
  listScenarios: {"method":"GET","path":"/scenarios","idempotency":"none"},
  listSoftwareFeatures: {"method":"GET","path":"/catalogue/software-features","idempotency":"none"},
  listStorageTypes: {"method":"GET","path":"/catalogue/storage-types","idempotency":"none"},
  livez: {"method":"GET","path":"/livez","idempotency":"none"},
  moveQuote: {"method":"POST","path":"/quotes/{id}/state","idempotency":"required","contentType":"application/json"},
  planCapacity: {"method":"POST","path":"/capacity-plan","idempotency":"none","contentType":"application/json"},
  publishPriceSheet: {"method":"POST","path":"/price-sheets/{id}/publish","idempotency":"required"},
  putAccelerator: {"method":"PUT","path":"/catalogue/accelerators/{id}","idempotency":"none","contentType":"application/json"},
  putInstanceFamily: {"method":"PUT","path":"/catalogue/instance-families/{provider}/{id}","idempotency":"none","contentType":"application/json"},
  putInstanceType: {"method":"PUT","path":"/catalogue/instance-types/{provider}/{id}","idempotency":"none","contentType":"application/json"},
  putModel: {"method":"PUT","path":"/catalogue/models/{id}","idempotency":"none","contentType":"application/json"},
  putNetworkService: {"method":"PUT","path":"/catalogue/network-services/{provider}/{id}","idempotency":"none","contentType":"application/json"},
  putPriceArea: {"method":"PUT","path":"/catalogue/price-areas/{provider}/{id}","idempotency":"none","contentType":"application/json"},
  putPriceBook: {"method":"PUT","path":"/price-books/{name}","idempotency":"none","contentType":"application/json"},
  putPriceRows: {"method":"PUT","path":"/price-sheets/{id}/rows","idempotency":"none","contentType":"application/json"},
  putProvider: {"method":"PUT","path":"/catalogue/providers/{id}","idempotency":"none","contentType":"application/json"},
  putRegion: {"method":"PUT","path":"/catalogue/regions/{provider}/{id}","idempotency":"none","contentType":"application/json"},
  putSoftwareFeature: {"method":"PUT","path":"/catalogue/software-features/{id}","idempotency":"none","contentType":"application/json"},
  putStorageType: {"method":"PUT","path":"/catalogue/storage-types/{provider}/{id}","idempotency":"none","contentType":"application/json"},
  readAccuracy: {"method":"GET","path":"/accuracy","idempotency":"none"},
  readyz: {"method":"GET","path":"/readyz","idempotency":"none"},
  reckonPriceImpact: {"method":"POST","path":"/price-sheets/{id}/impact","idempotency":"optional"},
  recommend: {"method":"POST","path":"/recommend","idempotency":"none","contentType":"application/json"},
  recommendBatch: {"method":"POST","path":"/recommend/batch","idempotency":"none","contentType":"application/x-ndjson"},
  reportPriceSheet: {"method":"GET","path":"/price-sheets/{id}/report","idempotency":"none"},
  retireAccelerator: {"method":"DELETE","path":"/catalogue/accelerators/{id}","idempotency":"none"},
  retireCalibration: {"method":"DELETE","path":"/calibrations/{id}","idempotency":"none"},
  retireInstanceFamily: {"method":"DELETE","path":"/catalogue/instance-families/{provider}/{id}","idempotency":"none"},
  retireInstanceType: {"method":"DELETE","path":"/catalogue/instance-types/{provider}/{id}","idempotency":"none"},
  retireModel: {"method":"DELETE","path":"/catalogue/models/{id}","idempotency":"none"},
  retireNetworkService: {"method":"DELETE","path":"/catalogue/network-services/{provider}/{id}","idempotency":"none"},
  retirePriceArea: {"method":"DELETE","path":"/catalogue/price-areas/{provider}/{id}","idempotency":"none"},
  retirePriceBook: {"method":"DELETE","path":"/price-books/{name}","idempotency":"none"},
  retireProvider: {"method":"DELETE","path":"/catalogue/providers/{id}","idempotency":"none"},
  retireRegion: {"method":"DELETE","path":"/catalogue/regions/{provider}/{id}","idempotency":"none"},
  retireSoftwareFeature: {"method":"DELETE","path":"/catalogue/software-features/{id}","idempotency":"none"},
  retireStorageType: {"method":"DELETE","path":"/catalogue/storage-types/{provider}/{id}","idempotency":"none"},
  revokeApiKey: {"method":"DELETE","path":"/api-keys/{id}","idempotency":"none"},
  rollBackPriceSheet: {"method":"POST","path":"/price-sheets/{id}/rollback","idempotency":"required","contentType":"application/json"},
  rotateApiKey: {"method":"POST","path":"/api-keys/{id}/rotate","idempotency":"optional","contentType":"application/json"},
  setAvailability: {"method":"POST","path":"/catalogue/availability","idempotency":"optional","contentType":"application/json"},
  verifyQuote: {"method":"GET","path":"/quotes/{id}/verify","idempotency":"none"},
};

/** Media type of streamed lines. */
export const NDJSON = "application/x-ndjson";
