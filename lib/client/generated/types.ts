// Written by `npm run client`. Do not edit.
import type { RequestOptions } from '../options.ts';
import type { Call, ListCall } from '../results.ts';

/** The operations of the API by domain. */
export interface Client {
  auth: {
    /** Log in: `POST /auth/brand/login`. */
    login(input: Credentials, options?: RequestOptions): Call<LoginResponse>;
    /** Refresh the token: `POST /auth/refresh`. */
    refresh(options?: RequestOptions): Call<RefreshResponse>;
    /** Log out: `POST /auth/logout`. */
    logout(input?: LogoutInput, options?: RequestOptions): Call<undefined>;
    /** Request a password reset: `POST /auth/password/forgot`. */
    forgotPassword(input: ForgotPasswordInput, options?: RequestOptions): Call<undefined>;
    /** Reset a password: `POST /auth/password/reset`. */
    resetPassword(input: TokenAndPassword, options?: RequestOptions): Call<undefined>;
    /** Accept an invitation: `POST /auth/invitations/accept`. */
    acceptInvitation(input: TokenAndPassword, options?: RequestOptions): Call<undefined>;
    /** Change the password: `POST /auth/password`. */
    changePassword(input: PasswordChange, options?: RequestOptions): Call<undefined>;
  };
  apiKeys: {
    /** Create an API key: `POST /api-keys`. */
    create(input: ApiKeysCreateInput, options?: RequestOptions): Call<CreatedApiKeyResponse>;
    /** List API keys: `GET /api-keys`. */
    list(input?: ApiKeysListQuery, options?: RequestOptions): ListCall<ApiKeyList>;
    /** Get an API key: `GET /api-keys/{id}`. */
    get(id: string, options?: RequestOptions): Call<ApiKeyResponse>;
    /** Update an API key: `PATCH /api-keys/{id}`. */
    update(id: string, input: ApiKeysUpdateInput, options?: RequestOptions): Call<ApiKeyResponse>;
    /** Delete an API key: `DELETE /api-keys/{id}`. */
    delete(id: string, options?: RequestOptions): Call<undefined>;
    /** Rotate an API key: `POST /api-keys/{id}/rotate`. */
    rotate(id: string, input?: ApiKeysRotateInput, options?: RequestOptions): Call<CreatedApiKeyResponse>;
  };
  secondFactor: {
    /** Begin a second factor: `POST /auth/second-factor`. */
    begin(input: PasswordProof, options?: RequestOptions): Call<SecondFactorSetupResponse>;
    /** Turn off the second factor: `DELETE /auth/second-factor`. */
    disable(input: PasswordAndFactorProof, options?: RequestOptions): Call<undefined>;
    /** Confirm the second factor: `POST /auth/second-factor/confirm`. */
    confirm(input: SecondFactorConfirmation, options?: RequestOptions): Call<RecoveryCodesResponse>;
  };
  users: {
    /** Get the current user: `GET /me`. */
    me(options?: RequestOptions): Call<MeResponse>;
    /** List users: `GET /users`. */
    list(input?: UsersListQuery, options?: RequestOptions): ListCall<BrandUserList>;
    /** Invite a user: `POST /users`. */
    invite(input: UserInput, options?: RequestOptions): Call<BrandUserResponse>;
    /** Get a user: `GET /users/{id}`. */
    get(id: string, options?: RequestOptions): Call<BrandUserResponse>;
    /** Update a user: `PATCH /users/{id}`. */
    update(id: string, input: UserChanges, options?: RequestOptions): Call<BrandUserResponse>;
    /** Remove a user: `DELETE /users/{id}`. */
    delete(id: string, options?: RequestOptions): Call<undefined>;
    /** Send an invitation again: `POST /users/{id}/invitation`. */
    resendInvitation(id: string, options?: RequestOptions): Call<BrandUserResponse>;
  };
  brands: {
    /** Get the brand: `GET /brand`. */
    get(options?: RequestOptions): Call<BrandResponse>;
    /** Update the brand: `PATCH /brand`. */
    update(input: BrandChanges, options?: RequestOptions): Call<BrandResponse>;
    /** Set the logo: `PUT /brand/logo`. */
    setLogo(input: Logo, options?: RequestOptions): Call<BrandResponse>;
    /** Delete the logo: `DELETE /brand/logo`. */
    deleteLogo(options?: RequestOptions): Call<undefined>;
    /** Set the link domain: `PUT /brand/link-domain`. */
    setLinkDomain(input: LinkDomainInput, options?: RequestOptions): Call<CheckedLinkDomainResponse>;
    /** Delete the link domain: `DELETE /brand/link-domain`. */
    deleteLinkDomain(options?: RequestOptions): Call<undefined>;
    /** Get the brand’s terms: `GET /brand/terms`. */
    getTerms(options?: RequestOptions): Call<TermsAnswerResponse>;
    /** Set the brand’s terms: `PUT /brand/terms`. */
    setTerms(input: TermsChange, options?: RequestOptions): Call<TermsAnswerResponse>;
  };
  exchangeRates: {
    /** List exchange rates: `GET /exchange-rates/{currency}`. */
    list(currency: string, input?: ExchangeRatesListQuery, options?: RequestOptions): ListCall<ExchangeRateList>;
    /** Set exchange rates: `PUT /exchange-rates/{currency}`. */
    set(currency: string, input: ExchangeRatesInput, options?: RequestOptions): Call<ExchangeRatesResponse>;
  };
  affiliates: {
    /** List creators: `GET /affiliates`. */
    list(input?: AffiliatesListQuery, options?: RequestOptions): ListCall<AffiliateList>;
    /** Get a creator: `GET /affiliates/{id}`. */
    get(id: string, options?: RequestOptions): Call<AffiliateResponse>;
    /** Update a creator: `PATCH /affiliates/{id}`. */
    update(id: string, input: AffiliateChanges, options?: RequestOptions): Call<AffiliateResponse>;
    /** Invite a creator: `POST /affiliates/invite`. */
    invite(input: Invitation, options?: RequestOptions): Call<AffiliateResponse>;
    /** Invite several creators: `POST /affiliates/bulk`. */
    createBulk(input: BulkInvitationsInput, options?: RequestOptions): Call<BulkInvitationResultList>;
    /** Create or update creator: `PUT /affiliates/by-external-id/{externalId}`. */
    upsert(externalId: string, input: AffiliateUpsert, options?: RequestOptions): Call<AffiliateResponse>;
    /** Get a creator’s terms: `GET /affiliates/{id}/terms`. */
    getTerms(id: string, options?: RequestOptions): Call<TermsAnswerResponse>;
    /** Set a creator’s terms: `PUT /affiliates/{id}/terms`. */
    setTerms(id: string, input: TermsChange, options?: RequestOptions): Call<TermsAnswerResponse>;
    /** Invite a creator again: `POST /affiliates/{id}/invitation`. */
    inviteAgain(id: string, options?: RequestOptions): Call<AffiliateResponse>;
    /** Create a portal session: `POST /affiliates/{id}/portal-sessions`. */
    createSession(id: string, options?: RequestOptions): Call<PortalSessionResponse>;
  };
  creator: {
    /** Request a sign-in link: `POST /creator/sign-in-links`. */
    sendSignInLink(input: SignInLinkInput, options?: RequestOptions): Call<undefined>;
    /** Sign in with link: `POST /creator/sessions`. */
    createSession(input: LinkTokenInput, options?: RequestOptions): Call<CreatorSessionResponse>;
    /** Log a creator out: `POST /creator/logout`. */
    logout(options?: RequestOptions): Call<undefined>;
    /** Get the own profile: `GET /creator`. */
    get(options?: RequestOptions): Call<CreatorProfileResponse>;
    /** Update the own profile: `PATCH /creator`. */
    update(input: CreatorProfileChanges, options?: RequestOptions): Call<CreatorProfileResponse>;
    /** Delete the own account: `DELETE /creator`. */
    erase(input: CreatorErasureInput, options?: RequestOptions): Call<PersonalDataErasureResponse>;
    /** Get the own statistics: `GET /creator/statistics`. */
    statistics(input?: CreatorStatisticsQuery, options?: RequestOptions): Call<CreatorStatisticsResponse>;
    /** Get the own balance: `GET /creator/balance`. */
    balance(options?: RequestOptions): Call<CreatorBalanceResponse>;
    /** List the own codes: `GET /creator/discounts`. */
    listDiscounts(input?: CreatorListDiscountsQuery, options?: RequestOptions): ListCall<CreatorDiscountList>;
    /** List the own links: `GET /creator/links`. */
    listLinks(input?: CreatorListLinksQuery, options?: RequestOptions): ListCall<CreatorLinkList>;
    /** Create an own link: `POST /creator/links`. */
    createLink(input: CreatorLinkInput, options?: RequestOptions): Call<CreatorLinkResponse>;
    /** Get an own link: `GET /creator/links/{id}`. */
    getLink(id: string, options?: RequestOptions): Call<CreatorLinkResponse>;
    /** Update an own link: `PATCH /creator/links/{id}`. */
    updateLink(id: string, input: CreatorLinkChanges, options?: RequestOptions): Call<CreatorLinkResponse>;
    /** Delete an own link: `DELETE /creator/links/{id}`. */
    deleteLink(id: string, options?: RequestOptions): Call<undefined>;
    /** List the own commissions: `GET /creator/commissions`. */
    listCommissions(input?: CreatorListCommissionsQuery, options?: RequestOptions): ListCall<CreatorCommissionList>;
    /** Get an own commission: `GET /creator/commissions/{id}`. */
    getCommission(id: string, options?: RequestOptions): Call<CreatorCommissionResponse>;
    /** List the own payouts: `GET /creator/payouts`. */
    listPayouts(input?: CreatorListPayoutsQuery, options?: RequestOptions): ListCall<CreatorPayoutList>;
    /** Get an own payout: `GET /creator/payouts/{id}`. */
    getPayout(id: string, options?: RequestOptions): Call<PayoutStatementResponse>;
    /** Explain an order: `GET /creator/orders/{orderId}`. */
    getOrder(orderId: string, options?: RequestOptions): Call<CreatorOrderResponse>;
    /** List the own disputes: `GET /creator/disputes`. */
    listDisputes(input?: CreatorListDisputesQuery, options?: RequestOptions): ListCall<CreatorDisputeList>;
    /** Dispute an order: `POST /creator/disputes`. */
    createDispute(input: CreatorDisputeInput, options?: RequestOptions): Call<CreatorDisputeResponse>;
    /** Get the own payment details: `GET /creator/payout-details`. */
    getPaymentData(options?: RequestOptions): Call<PayoutDetailsResponse>;
    /** Set the own payment details: `PUT /creator/payout-details`. */
    setPaymentData(input: PayoutDetailsInput, options?: RequestOptions): Call<PayoutDetailsResponse>;
  };
  payoutDetails: {
    /** Get payment details: `GET /affiliates/{id}/payout-details`. */
    get(id: string, options?: RequestOptions): Call<PayoutDetailsResponse>;
    /** Set payment details: `PUT /affiliates/{id}/payout-details`. */
    set(id: string, input: PayoutDetailsInput, options?: RequestOptions): Call<PayoutDetailsResponse>;
    /** Delete payment details: `DELETE /affiliates/{id}/payout-details`. */
    delete(id: string, options?: RequestOptions): Call<undefined>;
  };
  imports: {
    /** Create an import: `POST /imports`. */
    create(input: ImportInput, options?: RequestOptions): Call<ImportDetailsResponse>;
    /** List imports: `GET /imports`. */
    list(input?: ImportsListQuery, options?: RequestOptions): ListCall<ImportList>;
    /** Get an import: `GET /imports/{id}`. */
    get(id: string, input?: ImportsGetQuery, options?: RequestOptions): Call<ImportDetailsResponse>;
    /** Assign the columns: `PATCH /imports/{id}`. */
    update(id: string, input: ImportChanges, options?: RequestOptions): Call<ImportDetailsResponse>;
    /** Cancel an import: `DELETE /imports/{id}`. */
    cancel(id: string, options?: RequestOptions): Call<ImportResponse>;
    /** Get an import (CSV): `GET /imports/{id}.csv`. */
    getCsv(id: string, input?: ImportsGetCsvQuery, options?: RequestOptions): Call<string>;
    /** Preview the rows: `GET /imports/{id}/rows`. */
    listRows(id: string, input?: ImportsListRowsQuery, options?: RequestOptions): Call<ImportRowsResponse>;
    /** Start an import: `POST /imports/{id}/start`. */
    start(id: string, input: ImportStart, options?: RequestOptions): Call<ImportResponse>;
    /** Undo an import: `POST /imports/{id}/undo`. */
    undo(id: string, options?: RequestOptions): Call<ImportResponse>;
    /** List rows that stay: `GET /imports/{id}/undo`. */
    listKept(id: string, input?: ImportsListKeptQuery, options?: RequestOptions): Call<ImportKeptResponse>;
  };
  programs: {
    /** Get a program: `GET /programs/{slug}`. */
    get(slug: string, options?: RequestOptions): Call<ProgramResponse>;
    /** Get a logo: `GET /programs/{slug}/logo`. */
    getLogo(slug: string, options?: RequestOptions): Call<LogoResponse>;
    /** Apply to a program: `POST /programs/{slug}/applications`. */
    apply(slug: string, input: ApplicationInput, options?: RequestOptions): Call<undefined>;
    /** Confirm an application: `POST /programs/applications`. */
    confirm(input: LinkTokenInput, options?: RequestOptions): Call<undefined>;
  };
  groups: {
    /** Get a group’s terms: `GET /affiliate-groups/{group}/terms`. */
    getTerms(group: string, options?: RequestOptions): Call<TermsAnswerResponse>;
    /** Set a group’s terms: `PUT /affiliate-groups/{group}/terms`. */
    setTerms(group: string, input: TermsChange, options?: RequestOptions): Call<TermsAnswerResponse>;
  };
  campaigns: {
    /** List campaigns: `GET /campaigns`. */
    list(input?: CampaignsListQuery, options?: RequestOptions): ListCall<CampaignList>;
    /** Create a campaign: `POST /campaigns`. */
    create(input: CampaignInput, options?: RequestOptions): Call<CampaignResponse>;
    /** Get a campaign: `GET /campaigns/{id}`. */
    get(id: string, options?: RequestOptions): Call<CampaignResponse>;
    /** Update a campaign: `PATCH /campaigns/{id}`. */
    update(id: string, input: CampaignChanges, options?: RequestOptions): Call<CampaignResponse>;
    /** Delete a draft campaign: `DELETE /campaigns/{id}`. */
    delete(id: string, options?: RequestOptions): Call<undefined>;
    /** List campaign creators: `GET /campaigns/{id}/affiliates`. */
    listMembers(id: string, input?: CampaignsListMembersQuery, options?: RequestOptions): ListCall<CampaignMemberList>;
    /** Add creator to campaign: `PUT /campaigns/{id}/affiliates/{affiliateId}`. */
    addMember(id: string, affiliateId: string, options?: RequestOptions): Call<undefined>;
    /** Remove creator from campaign: `DELETE /campaigns/{id}/affiliates/{affiliateId}`. */
    removeMember(id: string, affiliateId: string, options?: RequestOptions): Call<undefined>;
    /** Get a campaign’s terms: `GET /campaigns/{id}/terms`. */
    getTerms(id: string, options?: RequestOptions): Call<TermsAnswerResponse>;
    /** Set a campaign’s terms: `PUT /campaigns/{id}/terms`. */
    setTerms(id: string, input: TermsChange, options?: RequestOptions): Call<TermsAnswerResponse>;
    /** Get campaign statistics: `GET /campaigns/{id}/stats`. */
    stats(id: string, input?: CampaignsStatsQuery, options?: RequestOptions): Call<CampaignStatsResponse>;
  };
  discounts: {
    /** List discount codes: `GET /discounts`. */
    list(input?: DiscountsListQuery, options?: RequestOptions): ListCall<ExpandedDiscountList>;
    /** Create a discount code: `POST /discounts`. */
    create(input: DiscountInput, options?: RequestOptions): Call<DiscountResponse>;
    /** Get a discount code: `GET /discounts/{id}`. */
    get(id: string, input?: DiscountsGetQuery, options?: RequestOptions): Call<ExpandedDiscountResponse>;
    /** Update a discount code: `PATCH /discounts/{id}`. */
    update(id: string, input: DiscountChanges, options?: RequestOptions): Call<DiscountResponse>;
    /** Delete a discount code: `DELETE /discounts/{id}`. */
    delete(id: string, options?: RequestOptions): Call<undefined>;
    /** Create discount codes in bulk: `POST /discounts/bulk`. */
    createBulk(input: BulkDiscountsInput, options?: RequestOptions): Call<BulkDiscountResultList>;
  };
  links: {
    /** Create a link: `POST /links`. */
    create(input: LinkInput, options?: RequestOptions): Call<LinkResponse>;
    /** List links: `GET /links`. */
    list(input?: LinksListQuery, options?: RequestOptions): ListCall<LinkList>;
    /** Get a link: `GET /links/{id}`. */
    get(id: string, options?: RequestOptions): Call<LinkResponse>;
    /** Update a link: `PATCH /links/{id}`. */
    update(id: string, input: LinkChanges, options?: RequestOptions): Call<LinkResponse>;
    /** Delete a link: `DELETE /links/{id}`. */
    delete(id: string, options?: RequestOptions): Call<undefined>;
  };
  tracking: {
    /** Get click statistics: `GET /tracking/clicks`. */
    statistics(input?: TrackingStatisticsQuery, options?: RequestOptions): Call<ClickStatisticsResponse>;
    /** Record a click: `POST /tracking/ref/{code}`. */
    recordClick(code: string, input?: ClickInput, options?: RequestOptions): Call<ClickResponse>;
  };
  billing: {
    /** Get the current subscription: `GET /billing`. */
    get(options?: RequestOptions): Call<SubscriptionResponse>;
    /** Get usage of the plan: `GET /billing/usage`. */
    usage(options?: RequestOptions): Call<UsageResponse>;
  };
  conversions: {
    /** Record an order: `POST /conversions`. */
    create(input: ConversionInput & ConversionsCreateQuery & { dryRun?: false }, options?: RequestOptions): Call<{
      data: Conversion;
      /** Parts of the request that were ignored. Absent if there are none. */
      warnings?: Warning[];
    } | ConversionsCreate201Response>;
    /** Record an order: `POST /conversions`. */
    create(input: ConversionInput & ConversionsCreateQuery & { dryRun: boolean }, options?: RequestOptions): Call<ConversionsCreate200Response | ConversionsCreate201Response>;
    /** List conversions: `GET /conversions`. */
    list(input?: ConversionsListQuery, options?: RequestOptions): ListCall<ListedConversionList>;
    /** Record several orders: `POST /conversions/bulk`. */
    createBulk(input: BulkConversionsInput & ConversionsCreateBulkQuery, options?: RequestOptions): Call<BulkConversionResultList>;
    /** Get a conversion: `GET /conversions/{id}`. */
    get(id: string, input?: ConversionsGetQuery, options?: RequestOptions): Call<ExpandedConversionResponse>;
    /** Update a conversion: `PATCH /conversions/{id}`. */
    update(id: string, input: ConversionChanges, options?: RequestOptions): Call<ConversionResponse>;
    /** Get a conversion (by order id): `GET /conversions/by-order-id/{orderId}`. */
    getByOrderId(orderId: string, input?: ConversionsGetByOrderIdQuery, options?: RequestOptions): Call<ExpandedConversionResponse>;
    /** Update a conversion (by order id): `PATCH /conversions/by-order-id/{orderId}`. */
    updateByOrderId(orderId: string, input: ConversionChanges, options?: RequestOptions): Call<ConversionResponse>;
    /** Cancel an order: `POST /conversions/{id}/cancel`. */
    cancel(id: string, input: CancellationInput, options?: RequestOptions): Call<ConversionResponse>;
    /** Cancel an order (by order id): `POST /conversions/by-order-id/{orderId}/cancel`. */
    cancelByOrderId(orderId: string, input: CancellationInput, options?: RequestOptions): Call<ConversionResponse>;
    /** Choose who earns: `POST /conversions/{id}/attribution`. */
    attribute(id: string, input: AttributionInput, options?: RequestOptions): Call<ConversionResponse>;
    /** Choose who earns (by order id): `POST /conversions/by-order-id/{orderId}/attribution`. */
    attributeByOrderId(orderId: string, input: AttributionInput, options?: RequestOptions): Call<ConversionResponse>;
    /** Choose who earns with orders: `POST /conversions/attribution`. */
    assignMany(input: BulkAttributionInput, options?: RequestOptions): Call<AttributionResultList>;
    /** Refund an order: `POST /conversions/{id}/refunds`. */
    refund(id: string, input: RefundInput, options?: RequestOptions): Call<RefundResponse>;
    /** List the refunds of an order: `GET /conversions/{id}/refunds`. */
    listRefunds(id: string, input?: ConversionsListRefundsQuery, options?: RequestOptions): ListCall<RefundList>;
    /** Refund an order (by order id): `POST /conversions/by-order-id/{orderId}/refunds`. */
    refundByOrderId(orderId: string, input: RefundInput, options?: RequestOptions): Call<RefundResponse>;
    /** List the refunds of an order (by order id): `GET /conversions/by-order-id/{orderId}/refunds`. */
    listRefundsByOrderId(orderId: string, input?: ConversionsListRefundsByOrderIdQuery, options?: RequestOptions): ListCall<RefundList>;
  };
  refunds: {
    /** Refund an order by its order id: `POST /refunds`. */
    create(input: RefundOfOrderInput, options?: RequestOptions): Call<RefundResponse>;
    /** List pending refunds: `GET /refunds`. */
    list(input?: RefundsListQuery, options?: RequestOptions): ListCall<RefundList>;
    /** Reverse a refund: `POST /conversions/{id}/refunds/{refundId}/reverse`. */
    reverse(id: string, refundId: string, input: RefundReversalInput, options?: RequestOptions): Call<RefundResponse>;
    /** Reverse a refund (by order id): `POST /conversions/by-order-id/{orderId}/refunds/{refundId}/reverse`. */
    reverseByOrderId(orderId: string, refundId: string, input: RefundReversalInput, options?: RequestOptions): Call<RefundResponse>;
  };
  customers: {
    /** List customers: `GET /customers`. */
    list(input?: CustomersListQuery, options?: RequestOptions): ListCall<CustomerList>;
    /** Get a customer: `GET /customers/{customerId}`. */
    get(customerId: string, options?: RequestOptions): Call<CustomerResponse>;
    /** Move a customer: `PATCH /customers/{customerId}`. */
    update(customerId: string, input: CustomerChanges, options?: RequestOptions): Call<CustomerResponse>;
    /** Erase a customer’s personal data: `DELETE /customers/{customerId}/personal-data`. */
    erase(customerId: string, options?: RequestOptions): Call<PersonalDataErasureResponse>;
  };
  connections: {
    /** Connect a shop: `POST /connections`. */
    create(input: ConnectionInput, options?: RequestOptions): Call<ConnectionResponse>;
    /** List connections: `GET /connections`. */
    list(input?: ConnectionsListQuery, options?: RequestOptions): ListCall<ConnectionList>;
    /** Get a connection: `GET /connections/{id}`. */
    get(id: string, options?: RequestOptions): Call<ConnectionResponse>;
    /** Update a connection: `PATCH /connections/{id}`. */
    update(id: string, input: ConnectionChanges, options?: RequestOptions): Call<ConnectionResponse>;
    /** Delete a connection: `DELETE /connections/{id}`. */
    delete(id: string, options?: RequestOptions): Call<undefined>;
    /** Receive a message: `POST /connections/{id}/events`. */
    receive(id: string, options?: RequestOptions): Call<ReceivedMessageResponse>;
    /** List messages: `GET /connections/{id}/messages`. */
    listMessages(id: string, input?: ConnectionsListMessagesQuery, options?: RequestOptions): ListCall<ShopMessageList>;
    /** Retry messages: `POST /connections/{id}/messages/retry`. */
    retry(id: string, input: MessageRetryInput, options?: RequestOptions): Call<MessageRetryResponse>;
  };
  reconciliations: {
    /** Reconcile orders: `POST /connections/{id}/reconciliations`. */
    create(id: string, input: ReconciliationInput, options?: RequestOptions): Call<ReconciliationResponse>;
    /** List reconciliations: `GET /connections/{id}/reconciliations`. */
    list(id: string, input?: ReconciliationsListQuery, options?: RequestOptions): ListCall<ReconciliationList>;
    /** Get a reconciliation: `GET /connections/{id}/reconciliations/{reconciliationId}`. */
    get(id: string, reconciliationId: string, options?: RequestOptions): Call<ReconciliationResponse>;
    /** List differences: `GET /connections/{id}/reconciliations/{reconciliationId}/differences`. */
    results(id: string, reconciliationId: string, input?: ReconciliationsResultsQuery, options?: RequestOptions): ListCall<OrderDifferenceList>;
    /** Apply differences: `POST /connections/{id}/reconciliations/{reconciliationId}/apply`. */
    apply(id: string, reconciliationId: string, input: ReconciliationApply, options?: RequestOptions): Call<ReconciliationResponse>;
  };
  commissions: {
    /** Create a bonus or deduction: `POST /commissions`. */
    create(input: ManualCommissionInput, options?: RequestOptions): Call<CommissionResponse>;
    /** List commissions: `GET /commissions`. */
    list(input?: CommissionsListQuery, options?: RequestOptions): ListCall<ExpandedCommissionList>;
    /** Get a commission: `GET /commissions/{id}`. */
    get(id: string, input?: CommissionsGetQuery, options?: RequestOptions): Call<ExpandedCommissionResponse>;
    /** Approve a commission: `PATCH /commissions/{id}/approve`. */
    approve(id: string, options?: RequestOptions): Call<CommissionResponse>;
    /** Approve several commissions: `POST /commissions/approve`. */
    approveMany(input: ApprovalsInput, options?: RequestOptions): Call<ApprovalResultList>;
    /** Reject a commission: `PATCH /commissions/{id}/reject`. */
    reject(id: string, input: RejectionInput, options?: RequestOptions): Call<CommissionResponse>;
    /** Reject several commissions: `POST /commissions/reject`. */
    rejectMany(input: RejectionsInput, options?: RequestOptions): Call<RejectionResultList>;
    /** Restore a rejected commission: `POST /commissions/{id}/restore`. */
    restore(id: string, options?: RequestOptions): Call<CommissionResponse>;
    /** Reopen an approved commission: `POST /commissions/{id}/reopen`. */
    reopen(id: string, options?: RequestOptions): Call<CommissionResponse>;
    /** Decide about all commissions: `POST /commissions/decisions`. */
    decide(input: BulkDecisionInput, options?: RequestOptions): Call<BulkDecisionResponse>;
    /** Get a bulk decision: `GET /commissions/decisions/{id}`. */
    getDecision(id: string, options?: RequestOptions): Call<BulkDecisionResponse>;
  };
  disputes: {
    /** Open a dispute: `POST /disputes`. */
    create(input: DisputeInput, options?: RequestOptions): Call<DisputeResponse>;
    /** List disputes: `GET /disputes`. */
    list(input?: DisputesListQuery, options?: RequestOptions): ListCall<DisputeList>;
    /** Get a dispute: `GET /disputes/{id}`. */
    get(id: string, options?: RequestOptions): Call<DisputeResponse>;
    /** Accept a dispute: `POST /disputes/{id}/accept`. */
    accept(id: string, input: DisputeAcceptanceInput, options?: RequestOptions): Call<DisputeResponse>;
    /** Reject a dispute: `POST /disputes/{id}/reject`. */
    reject(id: string, input: DisputeRejectionInput, options?: RequestOptions): Call<DisputeResponse>;
    /** Withdraw a dispute: `POST /disputes/{id}/withdraw`. */
    withdraw(id: string, input?: DisputeWithdrawalInput, options?: RequestOptions): Call<DisputeResponse>;
  };
  fraudFindings: {
    /** List fraud findings: `GET /fraud-findings`. */
    list(input?: FraudFindingsListQuery, options?: RequestOptions): ListCall<FraudFindingList>;
    /** Get a fraud finding: `GET /fraud-findings/{id}`. */
    get(id: string, options?: RequestOptions): Call<FraudFindingResponse>;
    /** Decide a fraud finding: `POST /fraud-findings/{id}/decide`. */
    decide(id: string, input: FraudDecisionInput, options?: RequestOptions): Call<FraudFindingResponse>;
  };
  payouts: {
    /** Create a payout: `POST /payouts`. */
    create(input?: PayoutInput & PayoutsCreateQuery & { dryRun?: false }, options?: RequestOptions): Call<PayoutsCreate200ResponseVariant2 | PayoutResponse>;
    /** Create a payout: `POST /payouts`. */
    create(input: PayoutInput & PayoutsCreateQuery & { dryRun: boolean }, options?: RequestOptions): Call<PayoutsCreate200Response | PayoutResponse>;
    /** List payouts: `GET /payouts`. */
    list(input?: PayoutsListQuery, options?: RequestOptions): ListCall<PayoutList>;
    /** Get a payout: `GET /payouts/{id}`. */
    get(id: string, input?: PayoutsGetQuery, options?: RequestOptions): Call<PayoutDetailResponse>;
    /** Mark a payout as paid, or cancel it: `PATCH /payouts/{id}`. */
    update(id: string, input: PayoutChanges, options?: RequestOptions): Call<PayoutResponse>;
    /** Get a payout (CSV): `GET /payouts/{id}.csv`. */
    getCsv(id: string, input?: PayoutsGetCsvQuery, options?: RequestOptions): Call<string>;
    /** List the lines of a payout: `GET /payouts/{id}/lines`. */
    listLines(id: string, input?: PayoutsListLinesQuery, options?: RequestOptions): ListCall<PayoutLineList>;
    /** Mark a payout line: `PATCH /payouts/{id}/lines/{affiliateId}`. */
    updateLine(id: string, affiliateId: string, input: PayoutLineChanges, options?: RequestOptions): Call<PayoutLineResponse>;
    /** Reopen a payout: `POST /payouts/{id}/reopen`. */
    reopen(id: string, input: PayoutReopening, options?: RequestOptions): Call<PayoutResponse>;
    /** List payout files: `GET /payouts/{id}/files`. */
    listFiles(id: string, options?: RequestOptions): Call<PayoutFilesResponse>;
    /** Download a payout file: `GET /payouts/{id}/files/{format}`. */
    getFile(id: string, format: string, input?: PayoutsGetFileQuery, options?: RequestOptions): Call<string>;
    /** Upload payment results: `POST /payouts/{id}/results`. */
    uploadResults(id: string, input: PayoutResultsInput, options?: RequestOptions): Call<PayoutResultsResponse>;
  };
  simulations: {
    /** Simulate terms: `POST /simulations`. */
    create(input: SimulationInput, options?: RequestOptions): Call<SimulationResponse>;
    /** Get a simulation: `GET /simulations/{id}`. */
    get(id: string, options?: RequestOptions): Call<SimulationResponse>;
    /** List the creators of a simulation: `GET /simulations/{id}/creators`. */
    listCreators(id: string, input?: SimulationsListCreatorsQuery, options?: RequestOptions): ListCall<SimulationCreatorList>;
  };
  reports: {
    /** Get the performance report: `GET /reports/performance`. */
    performance(input?: ReportsPerformanceQuery, options?: RequestOptions): Call<PerformanceReportResponse>;
    /** Get the top creators: `GET /reports/top-creators`. */
    topCreators(input?: ReportsTopCreatorsQuery, options?: RequestOptions): Call<TopCreatorsReportResponse>;
    /** Get the payables report: `GET /reports/payables`. */
    payables(input?: ReportsPayablesQuery, options?: RequestOptions): Call<PayablesReportResponse>;
    /** Get the payments report: `GET /reports/payments`. */
    payments(input?: ReportsPaymentsQuery, options?: RequestOptions): Call<PaymentsReportResponse>;
  };
  exports: {
    /** Create an export: `POST /exports`. */
    create(input: ExportInput, options?: RequestOptions): Call<ExportResponse>;
    /** List exports: `GET /exports`. */
    list(input?: ExportsListQuery, options?: RequestOptions): ListCall<ExportList>;
    /** Get an export: `GET /exports/{id}`. */
    get(id: string, options?: RequestOptions): Call<ExportDetailsResponse>;
    /** Retry an export: `POST /exports/{id}/retry`. */
    retry(id: string, options?: RequestOptions): Call<ExportResponse>;
  };
  events: {
    /** Follow the events: `GET /events`. */
    list(input?: EventsListQuery, options?: RequestOptions): ListCall<FeedEventList>;
    /** Get an event: `GET /events/{id}`. */
    get(id: string, options?: RequestOptions): Call<FeedEventResponse>;
  };
  webhooks: {
    /** Create a webhook endpoint: `POST /webhook-endpoints`. */
    create(input: WebhooksCreateInput, options?: RequestOptions): Call<CreatedWebhookEndpointResponse>;
    /** List webhook endpoints: `GET /webhook-endpoints`. */
    list(input?: WebhooksListQuery, options?: RequestOptions): ListCall<WebhookEndpointList>;
    /** Get a webhook endpoint: `GET /webhook-endpoints/{id}`. */
    get(id: string, options?: RequestOptions): Call<WebhookEndpointResponse>;
    /** Update a webhook endpoint: `PATCH /webhook-endpoints/{id}`. */
    update(id: string, input: WebhooksUpdateInput, options?: RequestOptions): Call<WebhookEndpointResponse>;
    /** Delete a webhook endpoint: `DELETE /webhook-endpoints/{id}`. */
    delete(id: string, options?: RequestOptions): Call<undefined>;
    /** Rotate the secret of a webhook endpoint: `POST /webhook-endpoints/{id}/rotate-secret`. */
    rotateSecret(id: string, options?: RequestOptions): Call<CreatedWebhookEndpointResponse>;
    /** Test a webhook endpoint: `POST /webhook-endpoints/{id}/test`. */
    test(id: string, options?: RequestOptions): Call<DeliveryResponse>;
    /** Replay events to a webhook endpoint: `POST /webhook-endpoints/{id}/replay`. */
    replay(id: string, input: WebhooksReplayInput, options?: RequestOptions): Call<AcceptedReplayResponse>;
    /** List the deliveries of a webhook endpoint: `GET /webhook-endpoints/{id}/deliveries`. */
    listDeliveries(id: string, input?: WebhooksListDeliveriesQuery, options?: RequestOptions): ListCall<DeliveryList>;
    /** Get a delivery: `GET /webhook-endpoints/{id}/deliveries/{deliveryId}`. */
    getDelivery(id: string, deliveryId: string, options?: RequestOptions): Call<DeliveryResponse>;
    /** Retry a delivery: `POST /webhook-endpoints/{id}/deliveries/{deliveryId}/retry`. */
    retryDelivery(id: string, deliveryId: string, options?: RequestOptions): Call<DeliveryResponse>;
  };
  audit: {
    /** Read the audit trail: `GET /audit`. */
    list(input?: AuditListQuery, options?: RequestOptions): ListCall<AuditEntryList>;
  };
  privacy: {
    /** Get a creator’s personal data: `GET /affiliates/{id}/personal-data`. */
    getAffiliate(id: string, input?: PrivacyGetAffiliateQuery, options?: RequestOptions): ListCall<PersonalRecordList>;
    /** Erase a creator’s personal data: `DELETE /affiliates/{id}/personal-data`. */
    eraseAffiliate(id: string, options?: RequestOptions): Call<PersonalDataErasureResponse>;
    /** Get an erasure: `GET /personal-data-erasures/{id}`. */
    getErasure(id: string, options?: RequestOptions): Call<PersonalDataErasureResponse>;
  };
  testMode: {
    /** Get the test clock: `GET /test/clock`. */
    getClock(options?: RequestOptions): Call<TestClockResponse>;
    /** Move the test clock: `POST /test/clock`. */
    moveClock(input: TestModeMoveClockInput, options?: RequestOptions): Call<TestClockMoveResponse>;
    /** Reset the test data: `POST /test/reset`. */
    reset(options?: RequestOptions): Call<undefined>;
  };
  assistant: {
    /** Call the MCP server: `POST /mcp`. */
    call(input: AssistantMessage, options?: RequestOptions): Call<AssistantAnswer>;
  };
  service: {
    /** List the resources: `GET /`. */
    resources(options?: RequestOptions): Call<ApiIndexResponse>;
    /** Check the service health: `GET /health`. */
    health(options?: RequestOptions): Call<HealthResponse>;
    /** Get the OpenAPI document: `GET /openapi.json`. */
    openapi(options?: RequestOptions): Call<ServiceOpenapi200Response>;
  };
}

/** An accepted replay. */
export interface AcceptedReplay {
  /** The service sends the events in the background. */
  status: "accepted";
}

/** A response with one resource. */
export interface AcceptedReplayResponse {
  data: AcceptedReplay;
}

/** The person or program that made a change. */
export interface Actor {
  /** `user`: a person with a session. `apiKey`: a server with an API key. `creator`: a creator in the portal. `operator`: the operator of the service. `schedule`: a scheduled task of the service, for example an automatic approval. `public`: a caller without credentials, for example of a one-time link. `service`: other work of the service, for example a step of a payout. */
  type: "user" | "apiKey" | "creator" | "operator" | "schedule" | "public" | "service" | (string & {});
  /** The id of the user, the API key or the creator. Otherwise null. */
  id: string | null;
  /** The `x-request-id` of the request that made the change. Null without a request. */
  requestId: string | null;
}

/** A person who recommends the brand’s products. */
export interface Affiliate {
  /** The id of the affiliate. */
  id: string;
  /** The name of the creator. Empty if no name was given. */
  name: string;
  /** The e-mail address of the creator, unique in the brand. */
  email: string;
  /** `invited` and `active` creators earn; a payout includes only `active` ones. `paused` and `banned` creators do not earn with new orders. `applied`: a person has applied, and waits for the decision of the brand. `declined`: the brand has declined the application. Both do not earn, and do not count toward the plan. */
  status: "invited" | "active" | "paused" | "banned" | "applied" | "declined" | (string & {});
  /** The name in tracking links. It cannot be changed. */
  trackingCode: string;
  /** The complete URL of the creator’s tracking link. `?campaignId=` selects a campaign. The `linkPrefix` of the brand stands before a code that is younger. In test mode, it changes with a reset. */
  link: string;
  /** The creator’s own rate, which has precedence over all others. Null for none. */
  commissionOverride: Rate | null;
  /** The group of the creator, whose terms apply to later orders. Null for none. */
  group: string | null;
  /** The creator’s public page, such as a profile in a social network. Null for none. */
  profileUrl: string | null;
  /** The language of the e-mails to the creator. Null for English. */
  language: MailLanguage | null;
  /** The e-mails that the creator receives. A creator also turns a kind off with the link in its e-mails: do not turn it on again unless the creator asks for it. */
  mails: AffiliateMails;
  /** `bounced`: the address does not exist. `complained`: the creator has marked an e-mail as spam. The service then sends no more e-mails to the creator, until the address changes. */
  mailStatus: "ok" | "bounced" | "complained" | (string & {});
  /** The message of the application of the creator. Null for none. */
  applicationMessage: string | null;
  /** Your id. Null if there is none. */
  externalId: string | null;
  /** Your own data. */
  metadata: Record<string, string>;
  /** An exact decimal in the brand’s currency. */
  totalRevenue: number;
  /** Orders that are not refunded in full. */
  totalOrders: number;
  /** An exact decimal in the brand’s currency. */
  commissionEarned: number;
  /** When the creator was invited. */
  createdAt: string;
}

/** The fields of a creator to change. */
export interface AffiliateChanges {
  /** `invited` and `active` creators earn; a payout includes only `active` ones. `paused` and `banned` creators do not earn with new orders. `applied`: a person has applied, and waits for the decision of the brand. `declined`: the brand has declined the application. Both do not earn, and do not count toward the plan. */
  status?: "invited" | "active" | "paused" | "banned" | "applied" | "declined" | undefined;
  /** The creator’s own rate, which has precedence over all others. Null for none. */
  commissionOverride?: RateInput | null | undefined;
  /** The group of the creator, whose terms apply to later orders. Null for none. */
  group?: string | null | undefined;
  /** The creator’s public page, such as a profile in a social network. Null for none. */
  profileUrl?: string | null | undefined;
  /** The language of the e-mails to the creator. Null for English. */
  language?: MailLanguage | null | undefined;
  /** The e-mails that the creator receives. A creator also turns a kind off with the link in its e-mails: do not turn it on again unless the creator asks for it. */
  mails?: AffiliateChangesMails | undefined;
  /** An e-mail address in any script (RFC 6531), at most 254 bytes in UTF-8 */
  email?: string | undefined;
  /** Text without control and formatting characters. */
  name?: string | undefined;
  /** Your id, unique among all of this kind in the brand. */
  externalId?: string | null | undefined;
  /** Your own data: at most 50 keys of 40 characters, with texts of 500 characters. Keys that are absent keep their value. An empty text or null removes a key, and null instead of the object removes all keys. */
  metadata?: AffiliateChangesMetadata | null | undefined;
}

/** The e-mails that the creator receives. A creator also turns a kind off with the link in its e-mails: do not turn it on again unless the creator asks for it. */
export interface AffiliateChangesMails {
  /** The kinds of e-mails that the creator does not receive. */
  off: readonly ("welcome" | "dailyDigest" | "commissionApproved" | "commissionRejected" | "payoutSent" | "payoutDetailsMissing" | "termsChanged" | "disputeAnswered")[];
}

/** Your own data: at most 50 keys of 40 characters, with texts of 500 characters. Keys that are absent keep their value. An empty text or null removes a key, and null instead of the object removes all keys. */
export type AffiliateChangesMetadata = Record<string, string | null>;

/** An event of the group `affiliate.*`. */
export interface AffiliateEvent {
  /** The id of the event. */
  id: string;
  /** The kind of the event. */
  type: "affiliate.invited" | "affiliate.activated" | "affiliate.paused" | "affiliate.banned" | "affiliate.applied" | "affiliate.declined" | "affiliate.deleted" | "affiliate.updated";
  /** The version of the API whose representation `data` has. */
  apiVersion: "v1";
  /** When it happened. It never decreases along the feed, so it can be slightly later than the change. */
  createdAt: string;
  /** The position of the event in the history of the brand. It increases along the feed, but not always by one. */
  sequence: number;
  actor: Actor;
  /** The id of the changed resource, for example of a creator. */
  resourceId: string;
  data: Affiliate;
  /** The changed fields of `data`. Empty for a creation and a deletion. */
  changes: Record<string, {
    /** The value before the change. */
    before: unknown;
    /** The value after the change. */
    after: unknown;
  }>;
}

/** A response with a list. */
export interface AffiliateList {
  /** The items of the page. */
  data: Affiliate[];
  meta: ListMeta;
}

/** The e-mails that the creator receives. A creator also turns a kind off with the link in its e-mails: do not turn it on again unless the creator asks for it. */
export interface AffiliateMails {
  /** The kinds of e-mails that the creator does not receive. */
  off: ("welcome" | "dailyDigest" | "commissionApproved" | "commissionRejected" | "payoutSent" | "payoutDetailsMissing" | "termsChanged" | "disputeAnswered" | (string & {}))[];
}

/** A response with one resource. */
export interface AffiliateResponse {
  data: Affiliate;
}

/** The creator to create or update. A field that is absent keeps the value of an existing creator. */
export interface AffiliateUpsert {
  /** An e-mail address in any script (RFC 6531), at most 254 bytes in UTF-8 */
  email: string;
  /** Text without control and formatting characters. */
  name?: string | undefined;
  /** Generated for a new creator if absent. The code of an existing creator cannot be changed. */
  trackingCode?: string | undefined;
  /** The creator’s own rate, which has precedence over all others. Null for none. */
  commissionOverride?: RateInput | null | undefined;
  /** The group of the creator, whose terms apply to later orders. Null for none. */
  group?: string | null | undefined;
  /** The creator’s public page, such as a profile in a social network. Null for none. */
  profileUrl?: string | null | undefined;
  /** The language of the e-mails to the creator. Null for English. */
  language?: MailLanguage | null | undefined;
  /** The e-mails that the creator receives. A creator also turns a kind off with the link in its e-mails: do not turn it on again unless the creator asks for it. */
  mails?: AffiliateUpsertMails | undefined;
  /** The campaigns to add the creator to. */
  campaignIds?: readonly string[] | undefined;
  /** Your own data: at most 50 keys of 40 characters, with texts of 500 characters. Keys that are absent keep their value. An empty text or null removes a key, and null instead of the object removes all keys. */
  metadata?: AffiliateUpsertMetadata | null | undefined;
}

/** The e-mails that the creator receives. A creator also turns a kind off with the link in its e-mails: do not turn it on again unless the creator asks for it. */
export interface AffiliateUpsertMails {
  /** The kinds of e-mails that the creator does not receive. */
  off: readonly ("welcome" | "dailyDigest" | "commissionApproved" | "commissionRejected" | "payoutSent" | "payoutDetailsMissing" | "termsChanged" | "disputeAnswered")[];
}

/** Your own data: at most 50 keys of 40 characters, with texts of 500 characters. Keys that are absent keep their value. An empty text or null removes a key, and null instead of the object removes all keys. */
export type AffiliateUpsertMetadata = Record<string, string | null>;

/** The resources of the API. */
export interface ApiIndex {
  /** The path of the OpenAPI document. */
  openapi: string;
  /** All paths of the API. */
  resources: ApiResource[];
}

/** A response with one resource. */
export interface ApiIndexResponse {
  data: ApiIndex;
}

/** An API key, without the key itself. */
export interface ApiKey {
  /** The id of the api key. */
  id: string;
  /** Your name for the key. */
  name: string;
  /** Whether the key reaches live data or test data. */
  mode: "live" | "test" | (string & {});
  /** The scopes of the key. `*` contains all. */
  scopes: ("*" | "creators:read" | "creators:write" | "campaigns:read" | "campaigns:write" | "discounts:read" | "discounts:write" | "tracking:read" | "tracking:write" | "conversions:read" | "conversions:write" | "commissions:read" | "commissions:write" | "payouts:read" | "payouts:write" | "reports:read" | "reports:write" | "webhooks:read" | "webhooks:write" | "connections:read" | "connections:write" | "settings:read" | "settings:write" | "keys:read" | "keys:write" | (string & {}))[];
  /** The last eight characters of the key, to recognize it. */
  ending: string;
  /** The time from which the key is refused, or null if it does not expire. */
  expiresAt: string | null;
  /** The addresses from which the key can be used, or null for every address. */
  allowedIps: string[] | null;
  /** The last use, accurate to the hour. Null for a key that was never used. */
  lastUsedAt: string | null;
  /** ISO 8601 UTC with milliseconds. */
  createdAt: string;
}

/** An event of the group `api_key.*`. */
export interface ApiKeyEvent {
  /** The id of the event. */
  id: string;
  /** The kind of the event. */
  type: "api_key.created" | "api_key.updated" | "api_key.deleted";
  /** The version of the API whose representation `data` has. */
  apiVersion: "v1";
  /** When it happened. It never decreases along the feed, so it can be slightly later than the change. */
  createdAt: string;
  /** The position of the event in the history of the brand. It increases along the feed, but not always by one. */
  sequence: number;
  actor: Actor;
  /** The id of the changed resource, for example of a creator. */
  resourceId: string;
  data: ApiKey;
  /** The changed fields of `data`. Empty for a creation and a deletion. */
  changes: Record<string, {
    /** The value before the change. */
    before: unknown;
    /** The value after the change. */
    after: unknown;
  }>;
}

/** A response with a list. */
export interface ApiKeyList {
  /** The items of the page. */
  data: ApiKey[];
  meta: ListMeta;
}

/** A response with one resource. */
export interface ApiKeyResponse {
  data: ApiKey;
}

/** The body of the request “Create an API key”. */
export interface ApiKeysCreateInput {
  /** Text without control and formatting characters. */
  name: string;
  /** `live` keys use the data of the brand, `test` keys the separate data of test mode. */
  mode: "live" | "test";
  /** The areas that the key may read or write. A scope to write contains the scope to read. `["*"]` contains every scope, also scopes that are added later. */
  scopes: readonly ("*" | "creators:read" | "creators:write" | "campaigns:read" | "campaigns:write" | "discounts:read" | "discounts:write" | "tracking:read" | "tracking:write" | "conversions:read" | "conversions:write" | "commissions:read" | "commissions:write" | "payouts:read" | "payouts:write" | "reports:read" | "reports:write" | "webhooks:read" | "webhooks:write" | "connections:read" | "connections:write" | "settings:read" | "settings:write" | "keys:read" | "keys:write")[];
  /** The time from which the key is refused. It must be in the future. RFC 3339 with any offset, from 2000-01-01 to 2099-12-31. Fractions of a millisecond are dropped. */
  expiresAt?: string | null | undefined;
  /** IPv4 and IPv6 addresses, or ranges in CIDR notation, from which the key can be used. Without them, the key can be used from anywhere. */
  allowedIps?: readonly string[] | null | undefined;
}

/** The body of the request “Rotate an API key”. */
export interface ApiKeysRotateInput {
  /** Hours until the old key is refused, from 0 (at once) to 168. Defaults to 24. A key that expires earlier keeps its time. */
  overlapHours?: number | null | undefined;
}

/** The body of the request “Update an API key”. */
export interface ApiKeysUpdateInput {
  /** Text without control and formatting characters. */
  name?: string | undefined;
  /** The areas that the key may read or write. A scope to write contains the scope to read. `["*"]` contains every scope, also scopes that are added later. */
  scopes?: readonly ("*" | "creators:read" | "creators:write" | "campaigns:read" | "campaigns:write" | "discounts:read" | "discounts:write" | "tracking:read" | "tracking:write" | "conversions:read" | "conversions:write" | "commissions:read" | "commissions:write" | "payouts:read" | "payouts:write" | "reports:read" | "reports:write" | "webhooks:read" | "webhooks:write" | "connections:read" | "connections:write" | "settings:read" | "settings:write" | "keys:read" | "keys:write")[] | undefined;
  /** The time from which the key is refused. It must be in the future. RFC 3339 with any offset, from 2000-01-01 to 2099-12-31. Fractions of a millisecond are dropped. */
  expiresAt?: string | null | undefined;
  /** IPv4 and IPv6 addresses, or ranges in CIDR notation, from which the key can be used. Without them, the key can be used from anywhere. */
  allowedIps?: readonly string[] | null | undefined;
}

/** A path of the API. */
export interface ApiResource {
  /** The area of the resource, as the tag in the OpenAPI document. */
  name: string;
  /** The path, with its parameters in braces. */
  path: string;
  /** The purposes of the methods. */
  description: string;
  /** The methods that the path accepts. */
  methods: string[];
}

/** A person who wants to become a creator. */
export interface ApplicationInput {
  /** The name of the person. */
  name: string;
  /** An e-mail address in any script (RFC 6531), at most 254 bytes in UTF-8 */
  email: string;
  /** The public page of the person, such as a profile in a social network. */
  profileUrl?: string | null | undefined;
  /** The message of the person to the brand. */
  message?: string | null | undefined;
  /** The language of the e-mails to the person, also later as a creator. Defaults to English. */
  language?: MailLanguage | null | undefined;
  /** People do not see this field, so an application with a text in it is dropped. */
  website?: string | null | undefined;
}

/** The result of one commission of a bulk approval. */
export type ApprovalResult = ApprovalResultApproved | ApprovalResultFailed;

/** The result of one commission of a bulk approval. */
export interface ApprovalResultApproved {
  /** The place of the item in the request, from 0. */
  index: number;
  /** The commission is approved. */
  status: "approved";
  commission: Commission;
}

/** The result of one commission of a bulk approval. */
export interface ApprovalResultFailed {
  /** The place of the item in the request, from 0. */
  index: number;
  /** Nothing has changed. `error` says why. */
  status: "failed";
  error: ServiceError;
}

/** A response with a list. */
export interface ApprovalResultList {
  /** One result for each item, in the order of the request. */
  data: ApprovalResult[];
  meta: ApprovalsMeta;
}

/** Several commissions to approve. */
export interface ApprovalsInput {
  /** The ids of the commissions to approve. */
  ids?: readonly string[] | null | undefined;
  /** Selects the commissions instead of `ids`, up to 100 in a request. */
  filter?: ApprovalsInputFilter | null | undefined;
  /** `meta.cursor` of the previous response. Send it with the same `filter`. */
  cursor?: string | null | undefined;
}

/** Selects the commissions instead of `ids`, up to 100 in a request. */
export interface ApprovalsInputFilter {
  /** The status of the commissions. */
  status: "pending";
  /** The commissions of this creator. */
  affiliateId?: string | null | undefined;
  /** The commissions that count for this campaign. */
  campaignId?: string | null | undefined;
  /** True for commissions that wait for a review, which are otherwise left out. */
  held?: boolean | null | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | null | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | null | undefined;
}

/** The counts of a bulk approval. */
export interface ApprovalsMeta {
  /** All items of the request. */
  total: number;
  /** The items that failed. */
  failed: number;
  /** With a `filter`: not null if more may match. Send it to continue. */
  cursor: string | null;
  /** The commissions that are approved now. */
  approved: number;
}

/** The answer to a message of the Model Context Protocol. */
export interface AssistantAnswer {
  /** The version of JSON-RPC. */
  jsonrpc: "2.0";
  /** The id that the client gives to the message. */
  id?: string | number;
  /** The result of the method. */
  result?: Record<string, unknown>;
  /** Instead of a result: why the method failed. */
  error?: AssistantAnswerError;
}

/** Instead of a result: why the method failed. */
export interface AssistantAnswerError {
  /** The code of JSON-RPC. */
  code: number;
  /** The problem in words. */
  message: string;
}

/** A message of the Model Context Protocol. */
export interface AssistantMessage {
  /** The version of JSON-RPC. */
  jsonrpc: "2.0";
  /** The id that the client gives to the message. */
  id?: string | number | undefined;
  /** The method of the protocol. */
  method: string;
  /** The parameters of the method. */
  params?: Record<string, unknown> | undefined;
}

/** Decides who earns with an order. */
export interface AttributionInput {
  /** The creator who earns with the order. Null for nobody. */
  affiliateId: string | null;
  /** Why the creator was chosen. */
  reason: string;
}

/** Explains the attribution of an order. */
export interface AttributionReceipt {
  /** The version of the rules that decided. */
  rulesVersion: number;
  /** `attributed` if a creator earns with the order. Otherwise why the first candidate lost, or `noReference` if the order has no reference, or `removed` if a person decided that nobody earns. */
  attribution: "attributed" | "noReference" | "unknownReference" | "creatorNotYetInvited" | "creatorInactive" | "codeNotStarted" | "codeEnded" | "codePaused" | "codeUsedUp" | "outsideWindow" | "notCounted" | "durationOver" | "removed" | (string & {});
  /** The source of the reference that won. `manual` if a person decided. Null if none did. */
  winner: "discountCode" | "click" | "trackingCode" | "customer" | "manual" | (string & {}) | null;
  /** All references of the order, by precedence: discount codes, click, tracking code. If none of them wins, also the creator of the customer. */
  candidates: AttributionReceiptCandidatesItem[];
}

/** All references of the order, by precedence: discount codes, click, tracking code. If none of them wins, also the creator of the customer. */
export interface AttributionReceiptCandidatesItem {
  /** The kind of reference. */
  source: "discountCode" | "click" | "trackingCode" | "customer" | (string & {});
  /** The reference as it was sent. */
  reference: string;
  /** The creator of the reference. Null if the reference is unknown. */
  affiliateId: string | null;
  /** The campaign of the reference. Null for none. */
  campaignId: string | null;
  /** Why the campaign of the discount code or click does not apply; null if it applies, or if there is none. The candidate can still win, without the campaign. `campaignNotRunning`: the campaign was not running at the time of the order (a draft, paused, ended or deleted, or outside its dates), nor in its grace period, or it was not running at the time of the click. `notCampaignMember`: the creator was not a member of the campaign at the time of the order. */
  campaignReason: "campaignNotRunning" | "notCampaignMember" | (string & {}) | null;
  /** The time of the click. Null for other references. */
  clickedAt: string | null;
  /** The attribution window of the click, in days. Null for other references. */
  windowDays: number | null;
  /** Why the click does not count: `bot`, `preview`, `prefetch`, `head` (a HEAD request), or `inactive` (the creator was paused or banned at the time of the click). */
  filtered: "bot" | "preview" | "prefetch" | "head" | "inactive" | (string & {}) | null;
  /** The sub ids of the click. Null for none. */
  subIds: AttributionReceiptCandidatesItemSubIds | null;
  /** The link of the click, or whose slug is the reference. Null for the tracking code. */
  linkId: string | null;
  /** From this time on, the discount code belonged to the creator. Null for other references. */
  validFrom: string | null;
  /** The discount code was deleted at this time, after the order. Null while it exists, and for other references. */
  validTo: string | null;
  /** When the customer was bound to the creator. Null for other references. */
  boundAt: string | null;
  /** When the `customerAttribution` ends. Null for other references, and without an end. */
  boundUntil: string | null;
  /** Whether the reference decided who earns. */
  outcome: "won" | "lost" | (string & {});
  /** Why the candidate lost. `unknownReference`: the brand had no such code or click at the time of the order. `creatorNotYetInvited`: the order is from before the invitation of the creator. `creatorInactive`: the creator was paused or banned at the time of the order. `codeNotStarted`, `codeEnded`: the order is from before the start or after the end of the discount code. `codePaused`: the code was paused at the time of the order. `codeUsedUp`: the orders of the code have reached its `usageLimit`. `outsideWindow`: the click is older than the attribution window, or later than the order. `notCounted`: the click was filtered, see `filtered`; a prefetch or a preview does not lose, because an order shows that somebody opened the page. `durationOver`: the order is later than `boundUntil`. `outranked`: a candidate before it won, or a person decided. */
  reason: "unknownReference" | "creatorNotYetInvited" | "creatorInactive" | "codeNotStarted" | "codeEnded" | "codePaused" | "codeUsedUp" | "outsideWindow" | "notCounted" | "durationOver" | "outranked" | (string & {}) | null;
}

/** The sub ids of the click. Null for none. */
export type AttributionReceiptCandidatesItemSubIds = Record<string, string>;

/** The result of one order of a bulk attribution. */
export type AttributionResult = AttributionResultAttributed | AttributionResultFailed;

/** The result of one order of a bulk attribution. */
export interface AttributionResultAttributed {
  /** The place of the item in the request, from 0. */
  index: number;
  /** The order has the creator of the request, or none. */
  status: "attributed";
  conversion: Conversion;
}

/** The result of one order of a bulk attribution. */
export interface AttributionResultFailed {
  /** The place of the item in the request, from 0. */
  index: number;
  /** Nothing has changed. `error` says why. */
  status: "failed";
  error: ServiceError;
}

/** A response with a list. */
export interface AttributionResultList {
  /** One result for each item, in the order of the request. */
  data: AttributionResult[];
  meta: AttributionsMeta;
}

/** The counts of a bulk attribution. */
export interface AttributionsMeta {
  /** All items of the request. */
  total: number;
  /** The items that failed. */
  failed: number;
  /** With a `filter`: not null if more may match. Send it to continue. */
  cursor: string | null;
  /** The orders that have the creator of the request now. */
  attributed: number;
}

/** An entry of the audit trail. */
export interface AuditEntry {
  /** The id of the event. */
  id: string;
  /** The kind of the event. Some types are only in the audit trail. */
  type: "affiliate.invited" | "affiliate.activated" | "affiliate.paused" | "affiliate.banned" | "affiliate.applied" | "affiliate.declined" | "affiliate.deleted" | "affiliate.personal_data_erased" | "affiliate.updated" | "affiliate.payout_details_changed" | "affiliate.terms_updated" | "affiliate.group_terms_updated" | "campaign.created" | "campaign.activated" | "campaign.paused" | "campaign.ended" | "campaign.updated" | "campaign.terms_updated" | "campaign.deleted" | "discount.created" | "discount.updated" | "discount.deleted" | "link.created" | "link.updated" | "link.deleted" | "conversion.recorded" | "conversion.refunded" | "conversion.refund_reversed" | "conversion.canceled" | "conversion.updated" | "customer.updated" | "customer.personal_data_erased" | "commission.created" | "commission.held" | "commission.approved" | "commission.rejected" | "commission.reversed" | "commission.restored" | "commission.adjusted" | "commission.paid" | "commission.payment_reversed" | "dispute.opened" | "dispute.accepted" | "dispute.rejected" | "dispute.withdrawn" | "fraud_finding.created" | "fraud_finding.dismissed" | "fraud_finding.confirmed" | "payout.created" | "payout.ready" | "payout.paid" | "payout.updated" | "payout.reopened" | "payout.canceled" | "user.invited" | "user.created" | "user.activated" | "user.password_changed" | "user.sessions_ended" | "user.updated" | "user.deleted" | "api_key.created" | "api_key.updated" | "api_key.deleted" | "webhook_endpoint.created" | "webhook_endpoint.updated" | "webhook_endpoint.disabled" | "webhook_endpoint.deleted" | "connection.created" | "connection.updated" | "connection.failed" | "connection.recovered" | "connection.deleted" | "settings.updated" | "settings.terms_updated" | "session.created" | "session.failed" | "session.ended" | "api_key.first_used_from_address" | "exchange_rate.updated" | "payout_file.downloaded" | "import.started" | "import.undone" | "operator.command_run" | (string & {});
  /** The version of the API whose representation `data` has. */
  apiVersion: "v1";
  /** When it happened. It never decreases along the feed, so it can be slightly later than the change. */
  createdAt: string;
  /** The position of the event in the history of the brand. It increases along the feed, but not always by one. */
  sequence: number;
  actor: Actor;
  /** The id of the changed resource, for example of a creator. */
  resourceId: string;
  /** The representation of the resource in this API after the change. After a deletion, the last one. */
  data: Record<string, unknown>;
  /** The changed fields of `data`. Empty for a creation and a deletion. */
  changes: Record<string, {
    /** The value before the change. */
    before: unknown;
    /** The value after the change. */
    after: unknown;
  }>;
  /** A keyed hash of the IP address of the request. Requests from the same address have the same hash within a brand. Null without a request. */
  addressHash: string | null;
  /** The IP address of the request, if the setting `auditAddresses` of the brand was `clear` and the entry is at most 30 days old. */
  address: string | null;
}

/** A response with a list. */
export interface AuditEntryList {
  /** The events of the page. */
  data: AuditEntry[];
  meta: TrailMeta;
}

/** The counts of a bulk request. */
export interface BatchMeta {
  /** All items of the request. */
  total: number;
  /** The items that failed. */
  failed: number;
  /** Always null. */
  cursor: string | null;
  /** The items that this request has created. */
  created: number;
}

/** The brand of the caller, with its settings. */
export interface Brand {
  /** The id of the brand. */
  id: string;
  /** The name of the brand. */
  name: string;
  /** The ISO 4217 currency of all amounts. It never changes. */
  currency: string;
  /** The IANA time zone of the days of campaigns. */
  timezone: string;
  /** The landing page of tracking links whose campaign has none. Null if there is none: such links return 404. */
  landingUrl: string | null;
  /** The hosts that landing pages may have. `*.acme.test` names all hosts below acme.test. Empty for every public host. It must include the host of `landingUrl`. Links may lead to other pages on these hosts (`to`). */
  landingHosts: string[];
  /** The default rate, which applies unless the creator or the campaign has its own. */
  commission: Rate;
  /** Days after a click in which an order can be attributed to it, unless the campaign sets its own. A change applies to orders from then on. */
  attributionWindowDays: number;
  customerAttribution: CustomerAttribution;
  /** Days from the recording of an order until its commission is approved automatically, unless it is held for review. */
  holdDays: number;
  /** An exact decimal in the brand’s currency. */
  holdAboveShare: number;
  /** The unique clicks that count from one address on one tracking link and UTC day. Null for no limit. */
  uniqueClicksPerAddress: number | null;
  /** An exact decimal in the brand’s currency. */
  payoutMinimum: number;
  /** The account that SEPA files are debited from. Answers show it masked. Null if there is none. */
  payoutAccount: PayoutAccount | null;
  /** The texts that people see when a tracking link of the brand has ended or has no landing page. Plain text, shown as it is. Null for the texts of the service. */
  linkTexts: LinkTexts | null;
  /** The utm parameters that links add to pages without them. A parameter in the query of the link has precedence. Replaced as a whole. Null for none. */
  defaultUtm: Utm | null;
  /** `true` if every user needs a second factor. Users without one can then only turn one on. API keys are not affected. */
  requireSecondFactor: boolean;
  /** `clear` if the audit trail also shows the IP address of a request, for 30 days. `hashed` if it shows only a keyed hash. */
  auditAddresses: "hashed" | "clear" | (string & {});
  creatorMails: CreatorMails;
  fraudRules: FraudRules;
  /** `true` if only admins can change rates. `false` if users with the role `member` can as well. */
  ratesByAdminsOnly: boolean;
  /** The name of the brand in the address of its portal: `/creators/{slug}`. Unique in the service, 3 to 40 of a-z, 0-9 and `-`. A former slug still leads to the brand. */
  slug: string;
  /** Stands before new tracking codes in links: `/v1/tracking/ref/acme.ada`. With it, tracking codes have 2 to 64 characters and are unique in the brand only. Unique in the service, 3 to 20 of a-z and 0-9. Earlier codes and links stay, also those of a former prefix. It cannot be removed. */
  linkPrefix: string | null;
  /** The domain of the links of the brand. Null if there is none. `PUT /brand/link-domain` sets and verifies it. */
  linkDomain: LinkDomain | null;
  portal: PortalSettings;
  /** ISO 8601 UTC with milliseconds. */
  createdAt: string;
}

/** The settings to change. */
export interface BrandChanges {
  /** Days from the recording of an order until its commission is approved automatically, unless it is held for review. */
  holdDays?: number | undefined;
  /** Days after a click in which an order can be attributed to it, unless the campaign sets its own. A change applies to orders from then on. */
  attributionWindowDays?: number | undefined;
  /** The default rate, which applies unless the creator or the campaign has its own. */
  commission?: RateInput | undefined;
  /** The IANA time zone of the days of campaigns. */
  timezone?: string | undefined;
  /** `true` if only admins can change rates. `false` if users with the role `member` can as well. */
  ratesByAdminsOnly?: boolean | undefined;
  /** The hosts that landing pages may have. `*.acme.test` names all hosts below acme.test. Empty for every public host. It must include the host of `landingUrl`. Links may lead to other pages on these hosts (`to`). */
  landingHosts?: readonly string[] | undefined;
  /** A commission above this percentage of its order is held for review. It has at most 2 decimals. */
  holdAboveShare?: number | undefined;
  /** The unique clicks that count from one address on one tracking link and UTC day. Null for no limit. */
  uniqueClicksPerAddress?: number | null | undefined;
  /** The name of the brand. */
  name?: string | undefined;
  /** The landing page of tracking links whose campaign has none. Null if there is none: such links return 404. */
  landingUrl?: string | null | undefined;
  /** The texts that people see when a tracking link of the brand has ended or has no landing page. Plain text, shown as it is. Null for the texts of the service. */
  linkTexts?: LinkTexts | null | undefined;
  /** The utm parameters that links add to pages without them. A parameter in the query of the link has precedence. Replaced as a whole. Null for none. */
  defaultUtm?: Utm | null | undefined;
  /** `true` if every user needs a second factor. Users without one can then only turn one on. API keys are not affected. */
  requireSecondFactor?: boolean | undefined;
  /** `clear` if the audit trail also shows the IP address of a request, for 30 days. `hashed` if it shows only a keyed hash. */
  auditAddresses?: "hashed" | "clear" | undefined;
  /** Creators who are owed less wait for a later payout, unless the payout has its own `minimum`. In the brand’s currency. */
  payoutMinimum?: number | undefined;
  customerAttribution?: CustomerAttribution | undefined;
  creatorMails?: CreatorMailsChange | undefined;
  fraudRules?: FraudRulesChange | undefined;
  /** The name of the brand in the address of its portal: `/creators/{slug}`. Unique in the service, 3 to 40 of a-z, 0-9 and `-`. A former slug still leads to the brand. */
  slug?: string | undefined;
  /** Stands before new tracking codes in links: `/v1/tracking/ref/acme.ada`. With it, tracking codes have 2 to 64 characters and are unique in the brand only. Unique in the service, 3 to 20 of a-z and 0-9. Earlier codes and links stay, also those of a former prefix. It cannot be removed. */
  linkPrefix?: string | undefined;
  portal?: PortalChanges | undefined;
  /** The account that SEPA files are debited from. Answers show it masked. Null if there is none. */
  payoutAccount?: PayoutAccountInput | null | undefined;
}

/** A response with one resource. */
export interface BrandResponse {
  data: Brand;
}

/** A user of the brand. */
export interface BrandUser {
  /** The id of the user. */
  id: string;
  /** The e-mail address, with which the user logs in. */
  email: string;
  /** The name of the person. Empty if no name was given. */
  name: string;
  /** `admin` reads and writes all data of the brand. `member` reads all data and writes campaigns and creators. */
  role: "admin" | "member" | (string & {});
  /** `invited` until the user has accepted the invitation and chosen a password. */
  status: "invited" | "active" | (string & {});
  /** Whether logins need a code of an authenticator app. */
  hasSecondFactor: boolean;
  /** ISO 8601 UTC with milliseconds. */
  createdAt: string;
}

/** A response with a list. */
export interface BrandUserList {
  /** The items of the page. */
  data: BrandUser[];
  meta: ListMeta;
}

/** A response with one resource. */
export interface BrandUserResponse {
  data: BrandUser;
}

/** Decides who earns with several orders. */
export interface BulkAttributionInput {
  /** The ids of the conversions to attribute. */
  ids?: readonly string[] | null | undefined;
  /** Selects the orders instead of `ids`, up to 100 in a request. Canceled orders are left out. Send `affiliateId`, `attribution` or both. */
  filter?: BulkAttributionInputFilter | null | undefined;
  /** `meta.cursor` of the previous response. Send it with the same `filter`. */
  cursor?: string | null | undefined;
  /** The creator who earns with the order. Null for nobody. */
  affiliateId: string | null;
  /** Why the creator was chosen. */
  reason: string;
}

/** Selects the orders instead of `ids`, up to 100 in a request. Canceled orders are left out. Send `affiliateId`, `attribution` or both. */
export interface BulkAttributionInputFilter {
  /** The orders of this creator. */
  affiliateId?: string | null | undefined;
  /** `attributed` if a creator earns with the order. Otherwise why the first candidate lost, or `noReference` if the order has no reference, or `removed` if a person decided that nobody earns. */
  attribution?: "attributed" | "noReference" | "unknownReference" | "creatorNotYetInvited" | "creatorInactive" | "codeNotStarted" | "codeEnded" | "codePaused" | "codeUsedUp" | "outsideWindow" | "notCounted" | "durationOver" | "removed" | undefined;
  /** The orders that count for this campaign. */
  campaignId?: string | null | undefined;
  /** The orders of this discount code. */
  discountId?: string | null | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | null | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | null | undefined;
}

/** The result of one order of a bulk request. */
export type BulkConversionResult = BulkConversionResultCreated | BulkConversionResultExisting | BulkConversionResultPreview | BulkConversionResultFailed;

/** The result of one order of a bulk request. */
export interface BulkConversionResultCreated {
  /** The place of the item in the request, from 0. */
  index: number;
  /** The item was created. */
  status: "created";
  conversion: Conversion;
  /** Parts of the request that were ignored. Absent if there are none. */
  warnings?: Warning[];
}

/** The result of one order of a bulk request. */
export interface BulkConversionResultExisting {
  /** The place of the item in the request, from 0. */
  index: number;
  /** The item existed already, or an earlier item of a dry run is the same. */
  status: "existing";
  conversion: ConversionOrPreview;
  /** Parts of the request that were ignored. Absent if there are none. */
  warnings?: Warning[];
}

/** The result of one order of a bulk request. */
export interface BulkConversionResultFailed {
  /** The place of the item in the request, from 0. */
  index: number;
  /** Nothing has changed. `error` says why. */
  status: "failed";
  error: ServiceError;
}

/** A response with a list. */
export interface BulkConversionResultList {
  /** One result for each item, in the order of the request. */
  data: BulkConversionResult[];
  meta: BatchMeta;
}

/** The result of one order of a bulk request. */
export interface BulkConversionResultPreview {
  /** The place of the item in the request, from 0. */
  index: number;
  /** The request is a dry run: the item would be created. */
  status: "preview";
  conversion: ConversionPreview;
  /** Parts of the request that were ignored. Absent if there are none. */
  warnings?: Warning[];
}

/** Several orders to record. */
export interface BulkConversionsInput {
  /** The orders to record, each on its own. */
  conversions: readonly ConversionInput[];
}

/** The progress of a decision about all commissions of a filter. */
export interface BulkDecision {
  /** The id of the bulk decision. */
  id: string;
  /** Whether the commissions are approved or rejected. */
  decision: "approve" | "reject" | (string & {});
  /** The filter of the request, with its defaults. */
  filter: BulkDecisionFilter;
  /** Why the commissions are rejected. Null for an approval. */
  reason: string | null;
  /** `running`: continues in the background. `completed`: no commission is left. */
  status: "running" | "completed" | (string & {});
  /** The commissions that were found so far. */
  matched: number;
  /** The commissions that are approved or rejected now, also by another request meanwhile. */
  decided: number;
  /** The commissions that changed after they were found, so that the filter does not select them any more. */
  skipped: number;
  /** The commissions that cannot be decided. `errors` says why. */
  failed: number;
  /** The first 20 errors. */
  errors: BulkDecisionErrorsItem[];
  /** When the decision was requested. Later commissions are not part of it. */
  createdAt: string;
  /** When it was completed. Null while it is running. */
  completedAt: string | null;
  /** The user or the API key that requested the decision. */
  requestedBy: string;
}

/** The first 20 errors. */
export interface BulkDecisionErrorsItem {
  /** The id of the commission. */
  commissionId: string;
  /** The code of the error. */
  code: string;
  /** The problem in words. */
  message: string;
}

/** The filter of the request, with its defaults. */
export interface BulkDecisionFilter {
  /** The status of the commissions. */
  status: "pending" | "approved" | (string & {});
  /** The creator of the commissions. */
  affiliateId?: string;
  /** The campaign that the commissions count for. */
  campaignId?: string;
  /** Whether the commissions wait for a review. */
  held?: boolean;
  /** The first day or instant of the creation. */
  createdFrom?: string;
  /** The last day or instant of the creation. */
  createdTo?: string;
}

/** All commissions of a filter to approve or to reject. */
export interface BulkDecisionInput {
  /** Whether the commissions are approved or rejected. */
  decision: "approve" | "reject";
  /** Selects the commissions. An approval takes pending ones, and leaves out those that wait for a review unless `held` is true. */
  filter: BulkDecisionInputFilter;
  /** Why the commissions are rejected. Required for a rejection. */
  reason?: string | null | undefined;
}

/** Selects the commissions. An approval takes pending ones, and leaves out those that wait for a review unless `held` is true. */
export interface BulkDecisionInputFilter {
  /** The status of the commissions. */
  status: "pending" | "approved";
  /** The commissions of this creator. */
  affiliateId?: string | null | undefined;
  /** The commissions that count for this campaign. */
  campaignId?: string | null | undefined;
  /** True for commissions that wait for a review, false for all others. Both by default. */
  held?: boolean | null | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | null | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | null | undefined;
}

/** A response with one resource. */
export interface BulkDecisionResponse {
  data: BulkDecision;
}

/** A discount code to create in a bulk request. */
export interface BulkDiscountInput {
  /** The code that customers type in, 1 to 64 characters. Unique in the brand: letter case, full-width letters and repeated spaces make no other code, accents do. */
  code: string;
  /** Whether customers save a `percentage` of the order or a `fixed` amount. */
  type: "percentage" | "fixed";
  /** For `percentage`, the percent: at most 100, with at most 2 decimals. For `fixed`, an amount in the brand’s currency. */
  value: number;
  /** The id of a resource. An unknown id is no error: it matches nothing. */
  affiliateId: string;
  /** The id of a resource. An unknown id is no error: it matches nothing. */
  campaignId?: string | null | undefined;
  /** The first status, by default `active`. */
  status?: "active" | "paused" | undefined;
  /** The code is valid for orders from this instant on. Null for no start. RFC 3339 with any offset, from 2000-01-01 to 2099-12-31. Fractions of a millisecond are dropped. */
  startsAt?: string | null | undefined;
  /** The code is valid for orders before this instant, which is after `startsAt`. Null for no end. RFC 3339 with any offset, from 2000-01-01 to 2099-12-31. Fractions of a millisecond are dropped. */
  endsAt?: string | null | undefined;
  /** The highest number of orders that can earn with the code. A refund frees no use. Null for no limit. */
  usageLimit?: number | null | undefined;
  /** Your id, unique among all of this kind in the brand. */
  externalId?: string | null | undefined;
  /** Your own data: at most 50 keys of 40 characters, with texts of 500 characters. */
  metadata?: BulkDiscountInputMetadata | null | undefined;
}

/** Your own data: at most 50 keys of 40 characters, with texts of 500 characters. */
export type BulkDiscountInputMetadata = Record<string, string>;

/** The result of one code of a bulk request. */
export type BulkDiscountResult = BulkDiscountResultCreated | BulkDiscountResultFailed;

/** The result of one code of a bulk request. */
export interface BulkDiscountResultCreated {
  /** The place of the item in the request, from 0. */
  index: number;
  /** The item was created. */
  status: "created";
  discount: Discount;
}

/** The result of one code of a bulk request. */
export interface BulkDiscountResultFailed {
  /** The place of the item in the request, from 0. */
  index: number;
  /** Nothing has changed. `error` says why. */
  status: "failed";
  error: ServiceError;
}

/** A response with a list. */
export interface BulkDiscountResultList {
  /** One result for each item, in the order of the request. */
  data: BulkDiscountResult[];
  meta: BatchMeta;
}

/** Several discount codes to create. */
export interface BulkDiscountsInput {
  /** The codes to create, each on its own. */
  discounts: readonly BulkDiscountInput[];
}

/** One creator of a bulk invitation. */
export interface BulkInvitation {
  /** An e-mail address in any script (RFC 6531), at most 254 bytes in UTF-8 */
  email: string;
  /** Text without control and formatting characters. */
  name?: string | null | undefined;
  /** Generated if absent. Unique in the whole service and 3 to 40 characters; unique in the brand and 2 to 64 characters if the brand has a `linkPrefix`. Letter case is ignored. */
  trackingCode?: string | null | undefined;
  /** The creator’s own rate, which has precedence over all others. Null for none. */
  commissionOverride?: RateInput | null | undefined;
  /** The group of the creator, whose terms apply to later orders. Null for none. */
  group?: string | null | undefined;
  /** The creator’s public page, such as a profile in a social network. Null for none. */
  profileUrl?: string | null | undefined;
  /** The language of the e-mails to the creator. Null for English. */
  language?: MailLanguage | null | undefined;
  /** The e-mails that the creator receives. A creator also turns a kind off with the link in its e-mails: do not turn it on again unless the creator asks for it. */
  mails?: BulkInvitationMails | null | undefined;
  /** The campaigns to add the creator to. */
  campaignIds?: readonly string[] | null | undefined;
  /** Your id, unique among all of this kind in the brand. */
  externalId?: string | null | undefined;
  /** Your own data: at most 50 keys of 40 characters, with texts of 500 characters. */
  metadata?: BulkInvitationMetadata | null | undefined;
}

/** The e-mails that the creator receives. A creator also turns a kind off with the link in its e-mails: do not turn it on again unless the creator asks for it. */
export interface BulkInvitationMails {
  /** The kinds of e-mails that the creator does not receive. */
  off: readonly ("welcome" | "dailyDigest" | "commissionApproved" | "commissionRejected" | "payoutSent" | "payoutDetailsMissing" | "termsChanged" | "disputeAnswered")[];
}

/** Your own data: at most 50 keys of 40 characters, with texts of 500 characters. */
export type BulkInvitationMetadata = Record<string, string>;

/** The result of one creator of a bulk invitation. */
export type BulkInvitationResult = BulkInvitationResultCreated | BulkInvitationResultFailed;

/** The result of one creator of a bulk invitation. */
export interface BulkInvitationResultCreated {
  /** The place of the item in the request, from 0. */
  index: number;
  /** The item was created. */
  status: "created";
  affiliate: Affiliate;
}

/** The result of one creator of a bulk invitation. */
export interface BulkInvitationResultFailed {
  /** The place of the item in the request, from 0. */
  index: number;
  /** Nothing has changed. `error` says why. */
  status: "failed";
  error: ServiceError;
}

/** A response with a list. */
export interface BulkInvitationResultList {
  /** One result for each item, in the order of the request. */
  data: BulkInvitationResult[];
  meta: BatchMeta;
}

/** Several creators to invite. */
export interface BulkInvitationsInput {
  /** The creators to invite, each on its own. */
  affiliates: readonly BulkInvitation[];
}

/** A part of the program, with members. */
export interface Campaign {
  /** The id of the campaign. */
  id: string;
  /** The name of the campaign. */
  name: string;
  /** `draft`: not started. `active`: runs on its days. `paused`: can become active again. `ended`: final. */
  status: "draft" | "active" | "paused" | "ended" | (string & {});
  /** Whether the status is `active`, and today in the brand’s time zone is a day from `startDate` to `endDate`. Only a running campaign applies its rate and receives clicks and new orders, except during `graceDays`. */
  isRunning: boolean;
  /** The number of its members. */
  creatorsCount: number;
  /** The first day of the campaign, in the brand’s time zone. */
  startDate: string | null;
  /** The last day of the campaign, in the brand’s time zone. */
  endDate: string | null;
  /** The landing page of its links, an https URL with a public host. Null for that of the brand. In test mode, it can also be `http://localhost` or `http://127.0.0.1`, with any port. */
  landingUrl: string | null;
  /** The rate of the campaign. Null for that of the brand. */
  commission: Rate | null;
  /** Days after a click in which an order can be attributed to it. Null for those of the brand. */
  attributionWindowDays: number | null;
  /** For how long later orders of customers who were bound through the campaign are attributed. Null for the setting of the brand. */
  customerAttribution: CustomerAttribution | null;
  /** For this many days after its last day, orders by earlier clicks and discount codes still earn with the campaign. The last day is `endDate`, or the day on which the campaign was paused or ended, if that is earlier. */
  graceDays: number;
  /** Your id. Null if there is none. */
  externalId: string | null;
  /** Your own data. */
  metadata: Record<string, string>;
  /** An exact decimal in the brand’s currency. */
  totalRevenue: number;
  /** When the campaign was created. */
  createdAt: string;
}

/** The fields of a campaign to change. */
export interface CampaignChanges {
  /** Text without control and formatting characters. */
  name?: string | undefined;
  /** `draft`: not started. `active`: runs on its days. `paused`: can become active again. `ended`: final. */
  status?: "draft" | "active" | "paused" | "ended" | undefined;
  /** The first day of the campaign, in the brand’s time zone. */
  startDate?: string | null | undefined;
  /** The last day of the campaign, in the brand’s time zone. */
  endDate?: string | null | undefined;
  /** The landing page of its links, an https URL with a public host. Null for that of the brand. In test mode, it can also be `http://localhost` or `http://127.0.0.1`, with any port. */
  landingUrl?: string | null | undefined;
  /** The rate of the campaign. Null for that of the brand. */
  commission?: RateInput | null | undefined;
  /** Days after a click in which an order can be attributed to it. Null for those of the brand. */
  attributionWindowDays?: number | null | undefined;
  /** For how long later orders of customers who were bound through the campaign are attributed. Null for the setting of the brand. */
  customerAttribution?: CustomerAttribution | null | undefined;
  /** For this many days after its last day, orders by earlier clicks and discount codes still earn with the campaign. The last day is `endDate`, or the day on which the campaign was paused or ended, if that is earlier. */
  graceDays?: number | null | undefined;
  /** Your id, unique among all of this kind in the brand. */
  externalId?: string | null | undefined;
  /** Your own data: at most 50 keys of 40 characters, with texts of 500 characters. Keys that are absent keep their value. An empty text or null removes a key, and null instead of the object removes all keys. */
  metadata?: CampaignChangesMetadata | null | undefined;
}

/** Your own data: at most 50 keys of 40 characters, with texts of 500 characters. Keys that are absent keep their value. An empty text or null removes a key, and null instead of the object removes all keys. */
export type CampaignChangesMetadata = Record<string, string | null>;

/** An event of the group `campaign.*`. */
export interface CampaignEvent {
  /** The id of the event. */
  id: string;
  /** The kind of the event. */
  type: "campaign.created" | "campaign.activated" | "campaign.paused" | "campaign.ended" | "campaign.updated" | "campaign.deleted";
  /** The version of the API whose representation `data` has. */
  apiVersion: "v1";
  /** When it happened. It never decreases along the feed, so it can be slightly later than the change. */
  createdAt: string;
  /** The position of the event in the history of the brand. It increases along the feed, but not always by one. */
  sequence: number;
  actor: Actor;
  /** The id of the changed resource, for example of a creator. */
  resourceId: string;
  data: Campaign;
  /** The changed fields of `data`. Empty for a creation and a deletion. */
  changes: Record<string, {
    /** The value before the change. */
    before: unknown;
    /** The value after the change. */
    after: unknown;
  }>;
}

/** A campaign to create. */
export interface CampaignInput {
  /** Text without control and formatting characters. */
  name: string;
  /** The first status. */
  status?: "draft" | "active" | undefined;
  /** The first day of the campaign, in the brand’s time zone. */
  startDate?: string | null | undefined;
  /** The last day of the campaign, in the brand’s time zone. */
  endDate?: string | null | undefined;
  /** The landing page of its links, an https URL with a public host. Null for that of the brand. In test mode, it can also be `http://localhost` or `http://127.0.0.1`, with any port. */
  landingUrl?: string | null | undefined;
  /** The rate of the campaign. Null for that of the brand. */
  commission?: RateInput | null | undefined;
  /** Days after a click in which an order can be attributed to it. Null for those of the brand. */
  attributionWindowDays?: number | null | undefined;
  /** For how long later orders of customers who were bound through the campaign are attributed. Null for the setting of the brand. */
  customerAttribution?: CustomerAttribution | null | undefined;
  /** For this many days after its last day, orders by earlier clicks and discount codes still earn with the campaign. The last day is `endDate`, or the day on which the campaign was paused or ended, if that is earlier. */
  graceDays?: number | null | undefined;
  /** Your id, unique among all of this kind in the brand. */
  externalId?: string | null | undefined;
  /** Your own data: at most 50 keys of 40 characters, with texts of 500 characters. */
  metadata?: CampaignInputMetadata | null | undefined;
}

/** Your own data: at most 50 keys of 40 characters, with texts of 500 characters. */
export type CampaignInputMetadata = Record<string, string>;

/** A response with a list. */
export interface CampaignList {
  /** The items of the page. */
  data: Campaign[];
  meta: ListMeta;
}

/** A creator who takes part in a campaign. */
export interface CampaignMember {
  /** The id of the affiliate. */
  affiliateId: string;
  /** The id of the campaign. */
  campaignId: string;
  /** ISO 8601 UTC with milliseconds. */
  joinedAt: string;
}

/** A response with a list. */
export interface CampaignMemberList {
  /** The items of the page. */
  data: CampaignMember[];
  meta: ListMeta;
}

/** A response with one resource. */
export interface CampaignResponse {
  data: Campaign;
}

/** The clicks and the totals of a campaign. */
export interface CampaignStats {
  /** A day in the time zone of the brand. */
  from: string;
  /** A day in the time zone of the brand. */
  to: string;
  /** Counted clicks from `from` to `to`. */
  clicks: number;
  /** Unique clicks from `from` to `to`. */
  uniqueClicks: number;
  /** Orders that are not refunded in full. */
  orders: number;
  /** An exact decimal in the brand’s currency. */
  netRevenue: number;
  /** An exact decimal in the brand’s currency. */
  commission: number;
}

/** A response with one resource. */
export interface CampaignStatsResponse {
  data: CampaignStats;
}

/** Cancels an order. */
export interface CancellationInput {
  /** Why the order is canceled. */
  reason: string;
}

/** The domain of the links of the brand, after a check. */
export interface CheckedLinkDomain extends LinkDomain {
  /** The reason why the domain is `pending`. `not_served`: ask the operator to serve the domain with the `linkPrefix` of the brand. `record_missing`: DNS has no such record. `record_differs`: it has another value. `dns_unavailable`: DNS did not answer. */
  problem: "not_served" | "record_missing" | "record_differs" | "dns_unavailable" | (string & {}) | null;
}

/** A response with one resource. */
export interface CheckedLinkDomainResponse {
  data: CheckedLinkDomain;
}

/** A click on a tracking link. */
export interface Click {
  /** The id of the click. Send it with an order of the visitor. */
  clickId: string;
  /** The creator of the tracking code. */
  affiliateId: string;
  /** The tracking code, in its own letter case. */
  trackingCode: string;
  /** The campaign that the click counts for. Null for none. */
  campaignId: string | null;
  /** The sub ids of the click by their names, `sub1` to `sub5`. Null for none. */
  subIds: ClickSubIds | null;
  /** The link whose slug was followed. Null for the tracking code. */
  linkId: string | null;
  /** When the click was recorded. */
  recordedAt: string;
  /** Whether the click counts in the statistics. */
  counted: boolean;
  /** Why the click does not count; null if it counts. */
  reason: "bot" | "preview" | "prefetch" | "head" | "inactive" | "duplicate" | "suspicious" | (string & {}) | null;
}

/** A click that your server has received. */
export interface ClickInput {
  /** Campaign of the click. If it is not running, the click counts for the creator without the campaign, and the response has `campaignId: null`. */
  campaignId?: string | null | undefined;
  /** Your id of the visitor, used to detect duplicate clicks. Without it, every click counts as a new visitor. */
  visitorId?: string | null | undefined;
  /** User agent of the visitor, used to detect bots and the device. */
  userAgent?: string | null | undefined;
  /** URL of the referring page. Only its host is stored. */
  referrer?: string | null | undefined;
  /** Address that the visitor opened, with its query. Only whether it names paid search is stored, like for `referrer`: `gclid`, `gbraid`, `wbraid`, `msclkid`, or a `utm_medium` of `cpc`, `ppc` or `paid`. */
  url?: string | null | undefined;
  /** Country of the visitor (ISO 3166-1 alpha-2). */
  country?: string | null | undefined;
  /** The sub ids of the link that the visitor followed. */
  subIds?: SubIds | null | undefined;
}

/** A response with one resource. */
export interface ClickResponse {
  data: Click;
}

/** The clicks of a range of days. */
export interface ClickStatistics {
  /** A day in the time zone of the brand. */
  from: string;
  /** A day in the time zone of the brand. */
  to: string;
  /** Clicks that count. */
  clicks: number;
  /** Counted clicks that are the first of a visitor on a tracking link on a UTC day. */
  uniqueClicks: number;
  filtered: FilteredClicks;
  /** Every day of the range, also days without clicks. */
  days: ClickStatisticsDaysItem[];
  /** The ten creators with the most clicks. */
  affiliates: ClickStatisticsAffiliatesItem[];
  /** The grouping of `groups`. Null without `groupBy`. */
  groupBy: "day" | "affiliate" | "campaign" | "country" | "device" | "referrer" | "link" | "sub1" | "sub2" | "sub3" | "sub4" | "sub5" | (string & {}) | null;
  /** At most 100 groups, sorted by clicks in descending order. Days are complete and sorted by date. */
  groups: ClickStatisticsGroupsItem[] | null;
  /** The sum of all groups that `groups` does not contain. Null without `groupBy`. */
  otherGroups: ClickStatisticsOtherGroups | null;
}

/** The ten creators with the most clicks. */
export interface ClickStatisticsAffiliatesItem {
  /** The id of the affiliate. */
  affiliateId: string;
  /** Clicks that count. */
  clicks: number;
}

/** Every day of the range, also days without clicks. */
export interface ClickStatisticsDaysItem {
  /** A day in the time zone of the brand. */
  date: string;
  /** Clicks that count. */
  clicks: number;
  /** Counted clicks that are the first of a visitor on a tracking link on a UTC day. */
  uniqueClicks: number;
}

/** At most 100 groups, sorted by clicks in descending order. Days are complete and sorted by date. */
export interface ClickStatisticsGroupsItem {
  /** A day, the id of a creator, a campaign or a link, a country (ISO 3166-1 alpha-2), a device (mobile, tablet, desktop, other), a referrer host or a sub id. Null means none or, for a country, an unknown one. Clicks on the link with the tracking code have no link. */
  key: string | null;
  /** Clicks that count. */
  clicks: number;
  /** Counted clicks that are the first of a visitor on a tracking link on a UTC day. */
  uniqueClicks: number;
}

/** The sum of all groups that `groups` does not contain. Null without `groupBy`. */
export interface ClickStatisticsOtherGroups {
  /** Clicks that count. */
  clicks: number;
  /** Counted clicks that are the first of a visitor on a tracking link on a UTC day. */
  uniqueClicks: number;
}

/** A response with one resource. */
export interface ClickStatisticsResponse {
  data: ClickStatistics;
}

/** The sub ids of the click by their names, `sub1` to `sub5`. Null for none. */
export type ClickSubIds = Record<string, string>;

/** The money that a creator earns with one order, or without an order as a bonus. */
export interface Commission {
  /** The id of the commission. */
  id: string;
  /** The id of the affiliate. */
  affiliateId: string;
  /** The campaign that the commission counts for. Null for none. */
  campaignId: string | null;
  /** The conversion that earned it. Null for a commission without an order. */
  conversionId: string | null;
  /** Your id of the order. Null without an order. */
  orderId: string | null;
  /** The currency of the amounts, which is the brand’s. */
  currency: string;
  /** `pending`: in its hold period, or held for review. `approved`: waits for a payout. `paid`: paid by a payout, or elsewhere. `rejected`: refused by the brand. `reversed`: taken back, because the order was refunded in full. */
  status: "pending" | "approved" | "paid" | "rejected" | "reversed" | (string & {});
  /** When the commission was created. */
  createdAt: string;
  /** The end of the hold period. The commission is then approved automatically, unless it is held. */
  eligibleAt: string;
  /** When the commission was approved. Otherwise null. */
  approvedAt: string | null;
  /** The user or the API key that approved the commission. Null for an automatic approval. */
  approvedBy: string | null;
  /** When the commission was paid. Otherwise null. */
  paidAt: string | null;
  /** The payout that contains the commission. Null for none. */
  payoutId: string | null;
  /** Why it was rejected or reversed, or why an adjustment or a commission without an order was created. Otherwise null. */
  reason: string | null;
  /** Why the commission waits for a manual review. Null if it is not held. */
  hold: CommissionHold | null;
  /** Set on an adjustment: the id of the commission that it adjusts. A clawback has a negative amount, a supplement a positive one. */
  adjusts: string | null;
  /** `order`: of an order. `adjustment`: corrects the commission `adjusts` after a change of its order. Without an order: `bonus`; `deduction`, which is negative; `openingBalance`, which the creator had before the brand used the service; `tierSupplement`, which tiers of terms add in a month, or take back; `monthlyCap`, which a cap of terms takes away in a month, or gives back. */
  kind: "order" | "adjustment" | "bonus" | "deduction" | "openingBalance" | "tierSupplement" | "monthlyCap" | (string & {});
  /** The commissionable amount of the order. Null without an order. */
  orderAmount: number | null;
  /** An exact decimal in the brand’s currency. */
  amount: number;
  /** An exact decimal in the brand’s currency. */
  originalAmount: number;
  /** The rate at the time of the order. Null without an order. */
  rate: CommissionRate | null;
  /** Whether an earlier program has paid it. It is never payable, and `paidAt` is the time of the order. */
  settledElsewhere: boolean;
  /** How terms led to the commission. Null if a simple rate applied, and for an adjustment. */
  explanation: CommissionExplanation | null;
}

/** An event of the group `commission.*`. */
export interface CommissionEvent {
  /** The id of the event. */
  id: string;
  /** The kind of the event. */
  type: "commission.created" | "commission.held" | "commission.approved" | "commission.rejected" | "commission.reversed" | "commission.restored" | "commission.adjusted" | "commission.paid" | "commission.payment_reversed";
  /** The version of the API whose representation `data` has. */
  apiVersion: "v1";
  /** When it happened. It never decreases along the feed, so it can be slightly later than the change. */
  createdAt: string;
  /** The position of the event in the history of the brand. It increases along the feed, but not always by one. */
  sequence: number;
  actor: Actor;
  /** The id of the changed resource, for example of a creator. */
  resourceId: string;
  data: Commission;
  /** The changed fields of `data`. Empty for a creation and a deletion. */
  changes: Record<string, {
    /** The value before the change. */
    before: unknown;
    /** The value after the change. */
    after: unknown;
  }>;
}

/** How terms led to the commission. */
export interface CommissionExplanation {
  /** The `validFrom` of the terms that applied. */
  termsValidFrom: string;
  /** `new` if the order is the first recorded sale of its customer, or if its `isNewCustomer` says so. A customer whom no order, lead or signup has bound is new. */
  customer: "new" | "returning" | (string & {});
  /** Whether `caps` of the terms made the commission smaller. */
  isCapped: boolean;
  /** They add up to what the whole order earns, without its refunds. At most 10; one without a rate adds up further rules. */
  parts: CommissionPart[];
}

/** Why the commission waits for a manual review. Null if it is not held. */
export interface CommissionHold {
  /** `selfReferral`: the customer and the creator have the same mailbox. `fraudRule`: the order matches a rule of `fraudRules`, see its finding. `customerUnreadable`: `customerEmail` has no e-mail address. `aboveShare`: the commission is a larger share of the order than the brand’s `holdAboveShare`. `creatorBanned`: the creator was banned when the hold period ended. `orderChanged`: the order counts again after the hold period ended. `reopened`: an admin reopened or restored it. */
  reason: "selfReferral" | "fraudRule" | "customerUnreadable" | "aboveShare" | "creatorBanned" | "orderChanged" | "reopened" | (string & {});
  /** When the commission was held. */
  since: string;
}

/** A part of an order that earns by one rate. */
export interface CommissionPart {
  /** The place of the rule in `rules` of the terms, from 0. Null for the items without a rule. */
  rule: number | null;
  /** The value by which the rule matches an item of the order. Null without a rule, or if the rule names no items. */
  match: CommissionPartMatch | null;
  /** The rate of the part. Null for excluded items, and if the part adds up several others. */
  rate: TermsRate | null;
  /** An exact decimal in the brand’s currency. */
  base: number;
  /** An exact decimal in the brand’s currency. */
  amount: number;
}

/** The value by which the rule matches an item of the order. Null without a rule, or if the rule names no items. */
export interface CommissionPartMatch {
  /** The value that the rule names. */
  sku?: string;
  /** The value that the rule names. */
  productId?: string;
  /** The value that the rule names. */
  category?: string;
  /** The value that the rule names. */
  tag?: string;
}

/** The rate at the time of the order. A fixed amount, if terms led to several rates, a rate per item or a cap. */
export interface CommissionRate {
  /** `percentage` of the order, or a `fixed` amount for each order. */
  type: "percentage" | "fixed" | (string & {});
  /** An exact decimal in the brand’s currency. */
  value: number;
  /** The source of the rate: the terms or the override of the creator, else the terms of the creator’s group, else the terms or the rate of the campaign, else those of the brand. */
  source: "override" | "campaign" | "brand" | "creatorTerms" | "groupTerms" | "campaignTerms" | "brandTerms" | (string & {});
}

/** A response with one resource. */
export interface CommissionResponse {
  data: Commission;
}

/** The reason of the status of the commission. */
export interface CommissionStatusReason {
  /** Why the commission has its status. - `holdPeriod`: It is approved at `eligibleAt`, unless the order is returned before. - `review`: The brand checks it before the approval. - `selfReferral`: The customer seems to be you, so the brand checks it before the approval. - `waitsForPayout`: It is approved, and waits for the next payout. - `inPayout`: It is in a payout that is being paid. - `paid`: It was paid. - `paidElsewhere`: An earlier program has paid it. - `rejected`: The brand has rejected it. `note` says why. - `refunded`: The order was refunded in full. - `canceled`: The order was canceled. - `creditedToAnother`: The order no longer counts for you: the brand has credited it to another creator, or to nobody. */
  code: "holdPeriod" | "review" | "selfReferral" | "waitsForPayout" | "inPayout" | "paid" | "paidElsewhere" | "rejected" | "refunded" | "canceled" | "creditedToAnother" | (string & {});
  /** The same in English words. */
  text: string;
}

/** A connection with a shop, without its secret. */
export interface Connection extends ConnectionData {
  /** The last message with a valid signature. Null before the first one. */
  lastMessageAt: string | null;
  /** The last message with a wrong signature. If it is recent, compare the secrets. */
  lastRefusedAt: string | null;
}

/** The fields of a connection to change. */
export interface ConnectionChanges {
  /** The name of the shop, for people. */
  name?: string | undefined;
  /** The secret with which the shop signs its messages. It is stored encrypted, and never returned. */
  secret?: string | undefined;
  /** Replaces all settings. */
  settings?: ConnectionSettings | undefined;
  /** Replaces the access to the API of the shop. Null removes it. */
  access?: ShopAccess | null | undefined;
  /** `paused`: messages are stored as `ignored`. Retry them after the connection is active again. */
  status?: "active" | "paused" | undefined;
}

/** A connection with a shop in an event. */
export interface ConnectionData {
  /** The id of the connection. */
  id: string;
  /** The system of the shop. */
  type: "shopify" | "stripe" | "woocommerce" | (string & {});
  /** The name of the shop, for people. */
  name: string;
  /** `paused`: messages are stored as `ignored`. Retry them after the connection is active again. */
  status: "active" | "paused" | (string & {});
  settings: ConnectionSettings;
  /** The address to which the shop sends its messages. */
  url: string;
  /** Whether the connection has access to the API of the shop, and makes coupons there. */
  makesCoupons: boolean;
  /** The last change of the secret. */
  secretChangedAt: string;
  /** The first failed message since the last one that was applied. Null without a failure. */
  failingSince: string | null;
  /** The reason of the first failure. Otherwise null. */
  failure: string | null;
  /** When the connection was created. */
  createdAt: string;
}

/** An event of the group `connection.*`. */
export interface ConnectionEvent {
  /** The id of the event. */
  id: string;
  /** The kind of the event. */
  type: "connection.created" | "connection.updated" | "connection.failed" | "connection.recovered" | "connection.deleted";
  /** The version of the API whose representation `data` has. */
  apiVersion: "v1";
  /** When it happened. It never decreases along the feed, so it can be slightly later than the change. */
  createdAt: string;
  /** The position of the event in the history of the brand. It increases along the feed, but not always by one. */
  sequence: number;
  actor: Actor;
  /** The id of the changed resource, for example of a creator. */
  resourceId: string;
  data: ConnectionData;
  /** The changed fields of `data`. Empty for a creation and a deletion. */
  changes: Record<string, {
    /** The value before the change. */
    before: unknown;
    /** The value after the change. */
    after: unknown;
  }>;
}

/** A shop to connect. */
export interface ConnectionInput {
  /** The system of the shop. */
  type: "shopify" | "stripe" | "woocommerce";
  /** The name of the shop, for people. */
  name: string;
  /** The secret with which the shop signs its messages. It is stored encrypted, and never returned. */
  secret: string;
  /** The treatment of the orders. All settings are optional. */
  settings?: ConnectionSettings | null | undefined;
  /** The access to the API of the shop. With it, each discount code that is created, changed or deleted here becomes a coupon of the shop. It is stored encrypted, and never returned. */
  access?: ShopAccess | null | undefined;
}

/** A response with a list. */
export interface ConnectionList {
  /** The items of the page. */
  data: Connection[];
  meta: ListMeta;
}

/** A response with one resource. */
export interface ConnectionResponse {
  data: Connection;
}

/** The treatment of orders of a shop. */
export interface ConnectionSettings {
  /** Whether creators also earn with shipping. Defaults to false. */
  includeShipping?: boolean | undefined;
  /** Whether creators also earn with tax. Defaults to false. */
  includeTax?: boolean | undefined;
  /** The attributes of an order that have the click or the tracking code of a creator. */
  attributeNames?: ConnectionSettingsAttributeNames | undefined;
  /** Precedes each id of the shop in `orderId`, for a brand with several shops whose ids could be the same. */
  orderIdPrefix?: string | undefined;
}

/** The attributes of an order that have the click or the tracking code of a creator. */
export interface ConnectionSettingsAttributeNames {
  /** The name in the shop. Defaults to `clickId`. */
  clickId?: string | undefined;
  /** The name in the shop. Defaults to `trackingCode`. */
  trackingCode?: string | undefined;
}

/** A recorded order. */
export interface Conversion {
  /** The id of the conversion. */
  id: string;
  /** Your id of the order. */
  orderId: string;
  /** The brand’s currency, in which all amounts are but those of `original`. */
  currency: string;
  /** The creator who earns with the order. Null if nobody does. */
  affiliateId: string | null;
  /** The campaign of the order. Null for none. */
  campaignId: string | null;
  /** The discount code of the order. Null for none. */
  discountId: string | null;
  /** The commission of the order. Null if nobody earns with it. */
  commissionId: string | null;
  receipt: AttributionReceipt;
  /** The time of the order. */
  occurredAt: string;
  /** When the order was recorded. */
  createdAt: string;
  /** Your id. Null if there is none. */
  externalId: string | null;
  /** Your own data. */
  metadata: Record<string, string>;
  /** `sale` (the default): an order with an amount. `lead` and `signup`: a customer who may buy later. They bind the customer to the creator, and do not count as orders. */
  kind: "sale" | "lead" | "signup" | (string & {});
  /** Whether an earlier program has paid the commission of the order. */
  settledElsewhere: boolean;
  /** Whether the order is a test, which counts in no sum. */
  isTest: boolean;
  /** An exact decimal in the brand’s currency. */
  amount: number;
  /** The amount that the customer paid, including shipping, tax and tips. Null if the order did not say it. */
  orderTotal: number | null;
  /** An exact decimal in the brand’s currency. */
  refundedAmount: number;
  /** The amounts in the currency of the order. Null for an order in the brand’s currency, in which all other amounts are. */
  original: OriginalAmounts | null;
  /** The facts about the customer that the order contained. Null if it contained none. */
  isNewCustomer: boolean | null;
  /** When the order was canceled. Otherwise null. */
  canceledAt: string | null;
  /** Why the order was canceled. Otherwise null. */
  cancelReason: string | null;
}

/** A change of an order after its recording. */
export interface ConversionChange {
  /** When the order changed. */
  at: string;
  /** `edited`: its amount, items, time or customer. `moved`: also its creator, campaign, discount code or day, by other references. `attributed`: a person chose its creator. `canceled`: it counts no more. */
  kind: "edited" | "moved" | "attributed" | "canceled" | (string & {});
  /** Why it changed. Null if nobody said it. */
  reason: string | null;
  /** The creator before the change. Null for none. */
  affiliateId: string | null;
  /** An exact decimal in the brand’s currency. */
  amount: number;
}

/** The fields of a conversion to change. */
export interface ConversionChanges {
  /** The commissionable amount in the currency of the order, at least what of it is refunded. The commission follows. */
  amount?: number | string | undefined;
  /** The amount that the customer paid. Nobody earns with it. Null removes it. */
  orderTotal?: number | string | null | undefined;
  /** Corrects the rate of an order in another currency. Its amounts in the brand’s currency follow. Refunds keep theirs. */
  exchangeRate?: string | number | undefined;
  /** The discount code of the order. Null removes it. The order is then attributed again. */
  discountCode?: string | null | undefined;
  /** The click of the order. Null removes it. The order is then attributed again. */
  clickId?: string | null | undefined;
  /** The tracking code of the order. Null removes it. The order is then attributed again. */
  trackingCode?: string | null | undefined;
  /** Your id of the customer. Null removes it. The order is then attributed again. */
  customerId?: string | number | null | undefined;
  /** Detects self-referrals. Null removes its hash. */
  customerEmail?: string | null | undefined;
  /** Whether the customer is new. Null if the recorded orders decide. */
  isNewCustomer?: boolean | null | undefined;
  /** All line items of the order, at most 250. Null removes them. */
  items?: readonly OrderItemInput[] | null | undefined;
  /** The time of the order. RFC 3339 with any offset, from 2000-01-01 to 2099-12-31. Fractions of a millisecond are dropped. */
  occurredAt?: string | undefined;
  /** Your id, unique among all of this kind in the brand. */
  externalId?: string | null | undefined;
  /** Your own data: at most 50 keys of 40 characters, with texts of 500 characters. Keys that are absent keep their value. An empty text or null removes a key, and null instead of the object removes all keys. */
  metadata?: ConversionChangesMetadata | null | undefined;
}

/** Your own data: at most 50 keys of 40 characters, with texts of 500 characters. Keys that are absent keep their value. An empty text or null removes a key, and null instead of the object removes all keys. */
export type ConversionChangesMetadata = Record<string, string | null>;

/** An event of the group `conversion.*`. */
export interface ConversionEvent {
  /** The id of the event. */
  id: string;
  /** The kind of the event. */
  type: "conversion.recorded" | "conversion.refunded" | "conversion.refund_reversed" | "conversion.canceled" | "conversion.updated";
  /** The version of the API whose representation `data` has. */
  apiVersion: "v1";
  /** When it happened. It never decreases along the feed, so it can be slightly later than the change. */
  createdAt: string;
  /** The position of the event in the history of the brand. It increases along the feed, but not always by one. */
  sequence: number;
  actor: Actor;
  /** The id of the changed resource, for example of a creator. */
  resourceId: string;
  data: Conversion;
  /** The changed fields of `data`. Empty for a creation and a deletion. */
  changes: Record<string, {
    /** The value before the change. */
    before: unknown;
    /** The value after the change. */
    after: unknown;
  }>;
}

/** An order to record. */
export interface ConversionInput {
  /** Your id of the order, unique per brand. Letter case counts. */
  orderId: string | number;
  /** `sale` (the default): an order with an amount. `lead` and `signup`: a customer who may buy later. They bind the customer to the creator, and do not count as orders. */
  kind?: "sale" | "lead" | "signup" | undefined;
  /** The commissionable amount, excluding tax and shipping, at most 10^12 minor units. An order of 0 earns no commission. Required for a sale; a lead or a signup has none. */
  amount?: number | string | null | undefined;
  /** The amount that the customer paid, including shipping, tax and tips. For your own use: nobody earns with it. */
  orderTotal?: number | string | null | undefined;
  /** The currency of `amount`, `orderTotal` and the prices of `items`. Defaults to the brand’s, into which other amounts are converted. Letter case does not count. */
  currency?: string | null | undefined;
  /** The units of the brand’s currency for one unit of `currency`. Defaults to the stored rate of the day of the order, or of the nearest of the 7 days before. Only for an order in another currency. */
  exchangeRate?: string | number | null | undefined;
  /** The discount code of the order, in any spelling. The strongest reference. Send `discountCodes` instead if there are several. */
  discountCode?: string | null | undefined;
  /** All discount codes of the order, instead of `discountCode`. The first one that belongs to a creator and has no obstacle wins. */
  discountCodes?: readonly string[] | null | undefined;
  /** The `clickId` that a tracking link added to the landing page. */
  clickId?: string | null | undefined;
  /** The tracking code of a creator whom the customer named. */
  trackingCode?: string | null | undefined;
  /** Your id of the customer. The first attributed order binds the customer to its creator. */
  customerId?: string | number | null | undefined;
  /** Detects self-referrals, and finds the creator of a customer without a `customerId`. Only a salted hash is stored. A display name is ignored. If it has no e-mail address, the commission is held for review, and `warnings` of the response says so. */
  customerEmail?: string | null | undefined;
  /** Whether the customer is new, for terms with rates of `new` and `returning` customers. By default, an order is of a new customer if no earlier sale is recorded for the customer. */
  isNewCustomer?: boolean | null | undefined;
  /** The line items of the order, for your own use. At most 250 are stored. An invalid one is ignored, and `warnings` of the response says so. */
  items?: readonly OrderItemInput[] | null | undefined;
  /** The time of the order, which defaults to now. The order is judged by the codes, creators, rates and memberships of this time. RFC 3339 with any offset, from 2000-01-01 to 2099-12-31. Fractions of a millisecond are dropped. */
  occurredAt?: string | null | undefined;
  /** True for an order whose commission an earlier program has paid. The order and its commission count, but the commission is `paid` at once and never payable. The order may be from before the invitation of its creator. An API key also needs the scope `commissions:write`. */
  settledElsewhere?: boolean | null | undefined;
  /** True for an order that tries out your integration. It is judged and recorded with its receipt, but counts in no sum, uses no discount code, binds no customer and has no commission. */
  isTest?: boolean | null | undefined;
  /** Your id, unique among all of this kind in the brand. */
  externalId?: string | null | undefined;
  /** Your own data: at most 50 keys of 40 characters, with texts of 500 characters. */
  metadata?: ConversionInputMetadata | null | undefined;
}

/** Your own data: at most 50 keys of 40 characters, with texts of 500 characters. */
export type ConversionInputMetadata = Record<string, string>;

/** The recorded conversion, or the preview of a dry run. */
export type ConversionOrPreview = Conversion | ConversionPreview;

/** The conversion that a dry run would record. */
export interface ConversionPreview {
  /** Your id of the order. */
  orderId: string;
  /** The brand’s currency, in which all amounts are but those of `original`. */
  currency: string;
  /** The creator who earns with the order. Null if nobody does. */
  affiliateId: string | null;
  /** The campaign of the order. Null for none. */
  campaignId: string | null;
  /** The discount code of the order. Null for none. */
  discountId: string | null;
  receipt: AttributionReceipt;
  /** The time of the order. */
  occurredAt: string;
  /** When the order was recorded. */
  createdAt: string;
  /** Your id. Null if there is none. */
  externalId: string | null;
  /** Your own data. */
  metadata: Record<string, string>;
  /** `sale` (the default): an order with an amount. `lead` and `signup`: a customer who may buy later. They bind the customer to the creator, and do not count as orders. */
  kind: "sale" | "lead" | "signup" | (string & {});
  /** Whether an earlier program has paid the commission of the order. */
  settledElsewhere: boolean;
  /** Whether the order is a test, which counts in no sum. */
  isTest: boolean;
  /** An exact decimal in the brand’s currency. */
  amount: number;
  /** The amount that the customer paid, including shipping, tax and tips. Null if the order did not say it. */
  orderTotal: number | null;
  /** An exact decimal in the brand’s currency. */
  refundedAmount: number;
  /** The amounts in the currency of the order. Null for an order in the brand’s currency, in which all other amounts are. */
  original: OriginalAmounts | null;
  /** The facts about the customer that the order contained. Null if it contained none. */
  isNewCustomer: boolean | null;
  /** When the order was canceled. Otherwise null. */
  canceledAt: string | null;
  /** Why the order was canceled. Otherwise null. */
  cancelReason: string | null;
  /** Always `true`: nothing was recorded. */
  dryRun: true;
  /** The commission that the order would create. Null if nobody would earn. */
  commission: ConversionPreviewCommission | null;
}

/** The commission that the order would create. Null if nobody would earn. */
export interface ConversionPreviewCommission {
  /** The id of the affiliate. */
  affiliateId: string;
  /** An exact decimal in the brand’s currency. */
  amount: number;
  /** The currency of the amounts, which is the brand’s. */
  currency: string;
  /** The rate at the time of the order. Null without an order. */
  rate: CommissionRate | null;
  /** How terms led to the commission. Null if a simple rate applied, and for an adjustment. */
  explanation: CommissionExplanation | null;
  /** Why the commission waits for a manual review. Null if it is not held. */
  hold: ConversionPreviewCommissionHold | null;
  /** The end of the hold period. The commission is then approved automatically, unless it is held. */
  eligibleAt: string;
}

/** Why the commission waits for a manual review. Null if it is not held. */
export interface ConversionPreviewCommissionHold {
  /** `selfReferral`: the customer and the creator have the same mailbox. `fraudRule`: the order matches a rule of `fraudRules`, see its finding. `customerUnreadable`: `customerEmail` has no e-mail address. `aboveShare`: the commission is a larger share of the order than the brand’s `holdAboveShare`. `creatorBanned`: the creator was banned when the hold period ended. `orderChanged`: the order counts again after the hold period ended. `reopened`: an admin reopened or restored it. */
  reason: "selfReferral" | "fraudRule" | "customerUnreadable" | "aboveShare" | "creatorBanned" | "orderChanged" | "reopened" | (string & {});
  /** When the commission was held. */
  since: string;
}

/** A response with one resource. */
export interface ConversionResponse {
  data: Conversion;
}

/** The response to “Record an order”. */
export interface ConversionsCreate200Response {
  data: ConversionOrPreview;
  /** Parts of the request that were ignored. Absent if there are none. */
  warnings?: Warning[];
}

/** The response to “Record an order”. */
export interface ConversionsCreate201Response {
  data: Conversion;
  /** Parts of the request that were ignored. Absent if there are none. */
  warnings?: Warning[];
}

/** The action of a fraud rule, and its number of orders. */
export interface CountFraudRule {
  /** `notify`: creates a finding about the creator. `hold`: also holds the further commissions of the creator until the finding is decided. */
  action: "notify" | "hold";
  /** The number of orders from which on the rule matches. */
  orders?: number | undefined;
}

/** The action of a fraud rule, and its number of orders. */
export interface CountFraudRuleOutput {
  /** `notify`: creates a finding about the creator. `hold`: also holds the further commissions of the creator until the finding is decided. */
  action: "notify" | "hold" | (string & {});
  /** The number of orders from which on the rule matches. */
  orders: number;
}

/** A new API key. */
export interface CreatedApiKey extends ApiKey {
  /** The key itself. It is shown only in this response: store it in a secret manager. */
  key: string;
}

/** A response with one resource. */
export interface CreatedApiKeyResponse {
  data: CreatedApiKey;
}

/** A webhook endpoint with its secret. */
export interface CreatedWebhookEndpoint extends WebhookEndpoint {
  /** The secret that verifies signatures. It is shown only in this response: store it in a secret manager. */
  secret: string;
}

/** A response with one resource. */
export interface CreatedWebhookEndpointResponse {
  data: CreatedWebhookEndpoint;
}

/** The earnings of a creator. Changes appear within 5 seconds. */
export interface CreatorBalance {
  /** The ISO 4217 currency of all amounts. */
  currency: string;
  /** An exact decimal in the brand’s currency. */
  pending: number;
  /** When the next pending commission is approved. Null if none waits for its date. */
  nextApprovalAt: string | null;
  /** An exact decimal in the brand’s currency. */
  approved: number;
  /** An exact decimal in the brand’s currency. */
  inPayout: number;
  /** An exact decimal in the brand’s currency. */
  paid: number;
  nextPayout: NextPayout;
}

/** A response with one resource. */
export interface CreatorBalanceResponse {
  data: CreatorBalance;
}

/** A commission of the creator of the session. */
export interface CreatorCommission {
  /** The id of the commission. */
  id: string;
  /** `order`: of an order. `adjustment`: corrects the commission `adjusts` after a change of its order. Without an order: `bonus`; `deduction`, which is negative; `openingBalance`, which the creator had before the brand used the service; `tierSupplement`, which tiers of terms add in a month, or take back; `monthlyCap`, which a cap of terms takes away in a month, or gives back. */
  kind: "order" | "adjustment" | "bonus" | "deduction" | "openingBalance" | "tierSupplement" | "monthlyCap" | (string & {});
  /** The campaign that the commission counts for. Null for none. */
  campaignId: string | null;
  /** Your id of the order. Null without an order. */
  orderId: string | null;
  /** The commissionable amount of the order. Null without an order. */
  orderAmount: number | null;
  /** An exact decimal in the brand’s currency. */
  amount: number;
  /** An exact decimal in the brand’s currency. */
  originalAmount: number;
  /** The rate at the time of the order. Null without an order. */
  rate: CommissionRate | null;
  /** The currency of the amounts, which is the brand’s. */
  currency: string;
  /** `pending`: in its hold period, or held for review. `approved`: waits for a payout. `paid`: paid by a payout, or elsewhere. `rejected`: refused by the brand. `reversed`: taken back, because the order was refunded in full. */
  status: "pending" | "approved" | "paid" | "rejected" | "reversed" | (string & {});
  /** When the commission was created. */
  createdAt: string;
  /** The end of the hold period. The commission is then approved automatically, unless it is held. */
  eligibleAt: string;
  /** When the commission was approved. Otherwise null. */
  approvedAt: string | null;
  /** When the commission was paid. Otherwise null. */
  paidAt: string | null;
  /** The payout that contains the commission. Null for none. */
  payoutId: string | null;
  explanation: CommissionStatusReason;
  /** The words of the brand about a rejection, a bonus or a deduction. Null for nothing. */
  note: string | null;
}

/** A response with a list. */
export interface CreatorCommissionList {
  /** The items of the page. */
  data: CreatorCommission[];
  meta: ListMeta;
}

/** A response with one resource. */
export interface CreatorCommissionResponse {
  data: CreatorCommission;
}

/** A discount code of the creator of the session. */
export interface CreatorDiscount {
  /** The id of the discount. */
  id: string;
  /** The code that customers type in, in the letter case of its creation. */
  code: string;
  /** Whether customers save a `percentage` of the order or a `fixed` amount. */
  type: "percentage" | "fixed" | (string & {});
  /** An exact decimal in the brand’s currency. */
  value: number;
  /** `paused`: later orders earn nothing with the code, until it is `active` again. */
  status: "active" | "paused" | (string & {});
  /** The code is valid for orders from this instant on. Null for no start. */
  startsAt: string | null;
  /** The code is valid for orders before this instant, which is after `startsAt`. Null for no end. */
  endsAt: string | null;
  /** The highest number of orders that can earn with the code. A refund frees no use. Null for no limit. */
  usageLimit: number | null;
  /** The number of orders that earned with the code, also those that were refunded. */
  usageCount: number;
  /** An exact decimal in the brand’s currency. */
  totalRevenue: number;
  /** When the code was created. */
  createdAt: string;
}

/** A response with a list. */
export interface CreatorDiscountList {
  /** The items of the page. */
  data: CreatorDiscount[];
  meta: ListMeta;
}

/** A dispute of the creator of the session. */
export interface CreatorDispute {
  /** The id of the dispute. */
  id: string;
  /** `missingOrder`: the brand has not recorded the order. `attribution`: the order belongs to another creator, or to nobody. `rejectedCommission`: the commission is rejected. `commissionAmount`: the commission is too small. */
  kind: "missingOrder" | "attribution" | "rejectedCommission" | "commissionAmount" | (string & {});
  /** Your id of the disputed order, also that of the commission. Null if the request named neither. */
  orderId: string | null;
  /** The disputed commission. Null if the request named none. */
  commissionId: string | null;
  /** The message of the creator. Null after an erasure of the creator. */
  message: string | null;
  /** `open`: waits for a decision of the brand. `accepted`, `rejected`: decided by an admin. `withdrawn`: the creator no longer asks. All but `open` are final. */
  status: "open" | "accepted" | "rejected" | "withdrawn" | (string & {});
  /** Why the dispute was closed. Null for none, and after an erasure of the creator. */
  reason: string | null;
  /** When the dispute was closed. Null while it is open. */
  decidedAt: string | null;
  /** When the dispute was opened. */
  createdAt: string;
}

/** A dispute about an order or a commission. */
export interface CreatorDisputeInput {
  /** `missingOrder`: the brand has not recorded the order. `attribution`: the order belongs to another creator, or to nobody. `rejectedCommission`: the commission is rejected. `commissionAmount`: the commission is too small. */
  kind: "missingOrder" | "attribution" | "rejectedCommission" | "commissionAmount";
  /** Your id of the order, which need not be recorded. For `missingOrder` and `attribution`. */
  orderId?: string | number | null | undefined;
  /** A commission of the creator. For `rejectedCommission` and `commissionAmount`. */
  commissionId?: string | null | undefined;
  /** The message of the creator. */
  message: string;
}

/** A response with a list. */
export interface CreatorDisputeList {
  /** The items of the page. */
  data: CreatorDispute[];
  meta: ListMeta;
}

/** A response with one resource. */
export interface CreatorDisputeResponse {
  data: CreatorDispute;
}

/** Confirms the deletion. */
export interface CreatorErasureInput {
  /** The word `delete`, so that nobody deletes by mistake. */
  confirm: "delete";
}

/** The action of a fraud rule for a creator who matches it. */
export interface CreatorFraudRule {
  /** `notify`: creates a finding about the creator. `hold`: also holds the further commissions of the creator until the finding is decided. */
  action: "notify" | "hold";
}

/** A link of the creator of the session. */
export interface CreatorLink {
  /** The id of the link. */
  id: string;
  /** The campaign of the clicks. Null for none. */
  campaignId: string | null;
  /** The name for people. Null for none. */
  name: string | null;
  /** The word at the end of the link. */
  slug: string;
  /** The link. Null in events of a creator whose personal data was erased. */
  url: string | null;
  /** The page. Null for the landing page of the campaign or the brand. */
  to: string | null;
  /** The time of the creation. */
  createdAt: string;
}

/** The fields of the own link to change. */
export interface CreatorLinkChanges {
  /** A name for people. The link does not show it. */
  name?: string | null | undefined;
  /** The word at the end of the link, in the format of a tracking code, ignoring case. Unique over all slugs and tracking codes. */
  slug?: string | undefined;
  /** The page that the link leads to: an `https` URL without port and user name, whose host is one of the brand’s `landingHosts`. */
  to?: string | null | undefined;
}

/** A link to create. Without `slug`, it gets a word of eight letters and digits. */
export interface CreatorLinkInput {
  /** The campaign of the clicks: a running one of which the creator is a member. */
  campaignId?: string | null | undefined;
  /** A name for people. The link does not show it. */
  name?: string | null | undefined;
  /** The word at the end of the link, in the format of a tracking code, ignoring case. Unique over all slugs and tracking codes. */
  slug?: string | null | undefined;
  /** The page that the link leads to: an `https` URL without port and user name, whose host is one of the brand’s `landingHosts`. */
  to?: string | null | undefined;
}

/** A response with a list. */
export interface CreatorLinkList {
  /** The items of the page. */
  data: CreatorLink[];
  meta: ListMeta;
}

/** A response with one resource. */
export interface CreatorLinkResponse {
  data: CreatorLink;
}

/** The e-mails that the creators of the brand receive. */
export interface CreatorMails {
  /** `false` if the service sends no e-mails to creators, except those about changed payout details and about an erasure. */
  enabled: boolean;
  /** The address that receives the answers of creators. Null for none. */
  replyTo: string | null;
  /** The kinds of e-mails that creators do not receive. */
  off: ("invitation" | "applicationDeclined" | "welcome" | "dailyDigest" | "commissionApproved" | "commissionRejected" | "payoutSent" | "payoutDetailsMissing" | "termsChanged" | "disputeAnswered" | (string & {}))[];
}

/** The settings of the e-mails to creators that change. */
export interface CreatorMailsChange {
  /** `false` if the service sends no e-mails to creators, except those about changed payout details and about an erasure. */
  enabled?: boolean | undefined;
  /** The address that receives the answers of creators. Null for none. */
  replyTo?: string | null | undefined;
  /** The kinds of e-mails that creators do not receive. */
  off?: readonly ("invitation" | "applicationDeclined" | "welcome" | "dailyDigest" | "commissionApproved" | "commissionRejected" | "payoutSent" | "payoutDetailsMissing" | "termsChanged" | "disputeAnswered")[] | undefined;
}

/** Whether a creator earns with an order, and why not. */
export interface CreatorOrder {
  /** The id of the order. */
  orderId: string;
  /** Whether the creator earns with the order, or why not. - `credited`: You earn with the order. `commission` has the details. - `rejected`: The brand has rejected your commission. `commission.note` says why. - `refunded`: The order was refunded or canceled, so you earn nothing. - `selfReferral`: The customer seems to be you, so the brand checks your commission, or has rejected it. - `earnsNothing`: The order is yours, but its products earn no commission. - `notRecorded`: The brand has not recorded the order. - `notReferred`: The order has no link and no code of yours. - `creditedToAnother`: Another creator has the order, because a later link or a code has precedence. - `creatorPaused`: You were paused or banned at the time of the order. - `outsideWindow`: The click on your link was too long before the order. - `codeInvalid`: Your code was not valid at the time of the order. - `notCounted`: The click or the customer of the order does not count. */
  outcome: "credited" | "rejected" | "refunded" | "selfReferral" | "earnsNothing" | "notRecorded" | "notReferred" | "creditedToAnother" | "creatorPaused" | "outsideWindow" | "codeInvalid" | "notCounted" | (string & {});
  /** The same in English words. */
  text: string;
  /** The commission. Null for none. */
  commission: CreatorCommission | null;
}

/** A response with one resource. */
export interface CreatorOrderResponse {
  data: CreatorOrder;
}

/** A payout with the amount for the creator of the session. */
export interface CreatorPayout {
  /** The id of the payout. */
  id: string;
  /** `preparing`: approved commissions are being collected. `ready`: the payout can be paid or canceled. `paying`, `reopening`, `canceling`: its commissions are being marked as paid, marked as not paid, or released. The service completes `preparing`, `paying`, `reopening` and `canceling` automatically. `updating`: a line is being marked as paid or failed; the payout then returns to `ready` or `paid`. */
  status: "preparing" | "ready" | "paying" | "paid" | "reopening" | "updating" | "canceling" | "canceled" | (string & {});
  /** `open`: to be paid. `paid`: marked as paid, alone or together with the payout. `failed`: not paid; the commissions have left the payout, and a later payout can contain them. */
  lineStatus: "open" | "paid" | "failed" | (string & {});
  /** An exact decimal in the brand’s currency. */
  amount: number;
  /** The currency of the amount. */
  currency: string;
  /** The number of commissions that the amount sums up. */
  commissionsCount: number;
  /** When the first of these commissions was created. */
  periodStart: string | null;
  /** When the last of these commissions was created. */
  periodEnd: string | null;
  /** The reference of the payment. Null until it is paid. */
  reference: string | null;
  /** When the payout was created. */
  createdAt: string;
  /** When the creator was paid. Otherwise null. */
  paidAt: string | null;
  /** When the payment failed. Otherwise null. */
  failedAt: string | null;
  /** The reason of the failure of the payment. Null for none. */
  failureReason: string | null;
}

/** A response with a list. */
export interface CreatorPayoutList {
  /** The items of the page. */
  data: CreatorPayout[];
  meta: ListMeta;
}

/** The creator of the session. */
export interface CreatorProfile {
  /** The id of the affiliate. */
  id: string;
  /** The name of the creator. Empty if no name was given. */
  name: string;
  /** The e-mail address of the creator, unique in the brand. */
  email: string;
  /** `invited` and `active` creators earn; a payout includes only `active` ones. `paused` and `banned` creators do not earn with new orders. `applied`: a person has applied, and waits for the decision of the brand. `declined`: the brand has declined the application. Both do not earn, and do not count toward the plan. */
  status: "invited" | "active" | "paused" | "banned" | "applied" | "declined" | (string & {});
  /** The name in tracking links. It cannot be changed. */
  trackingCode: string;
  /** The complete URL of the creator’s tracking link. `?campaignId=` selects a campaign. The `linkPrefix` of the brand stands before a code that is younger. In test mode, it changes with a reset. */
  link: string;
  /** The creator’s public page, such as a profile in a social network. Null for none. */
  profileUrl: string | null;
  /** The language of the e-mails to the creator. Null for English. */
  language: MailLanguage | null;
  /** The e-mails that the creator receives. A creator also turns a kind off with the link in its e-mails: do not turn it on again unless the creator asks for it. */
  mails: CreatorProfileMails;
  /** When the creator was invited. */
  createdAt: string;
  /** `test` for a creator of the test data, where nothing is real. */
  mode: "live" | "test" | (string & {});
  /** The ISO 4217 currency of all amounts. */
  currency: string;
  brand: PortalBrand;
  terms: OwnTerms;
  /** The running campaigns of the creator, among the newest 50 active ones of the brand. */
  campaigns: OwnCampaign[];
}

/** The fields of the profile to change. */
export interface CreatorProfileChanges {
  /** Accepts the invitation of an `invited` creator. Changes nothing for an `active` one. */
  status?: "active" | undefined;
  /** Text without control and formatting characters. */
  name?: string | undefined;
  /** The public page of the creator, such as a profile in a social network. Null for none. */
  profileUrl?: string | null | undefined;
  /** The language of the e-mails to the creator. Null for English. */
  language?: MailLanguage | null | undefined;
  /** The e-mails that the creator receives. */
  mails?: CreatorProfileChangesMails | undefined;
}

/** The e-mails that the creator receives. */
export interface CreatorProfileChangesMails {
  /** The kinds of e-mails that the creator does not receive. */
  off: readonly ("welcome" | "dailyDigest" | "commissionApproved" | "commissionRejected" | "payoutSent" | "payoutDetailsMissing" | "termsChanged" | "disputeAnswered")[];
}

/** The e-mails that the creator receives. A creator also turns a kind off with the link in its e-mails: do not turn it on again unless the creator asks for it. */
export interface CreatorProfileMails {
  /** The kinds of e-mails that the creator does not receive. */
  off: ("welcome" | "dailyDigest" | "commissionApproved" | "commissionRejected" | "payoutSent" | "payoutDetailsMissing" | "termsChanged" | "disputeAnswered" | (string & {}))[];
}

/** A response with one resource. */
export interface CreatorProfileResponse {
  data: CreatorProfile;
}

/** A new session of a creator. */
export interface CreatorSession {
  /** A JWT with the role `creator`. Send it as `authorization: Bearer`. */
  accessToken: string;
  /** When the token expires. */
  expiresAt: string;
  /** The id of the affiliate. */
  affiliateId: string;
  /** The slug of the brand. */
  brand: string;
}

/** A response with one resource. */
export interface CreatorSessionResponse {
  data: CreatorSession;
}

/** Clicks and orders of a creator by day. */
export interface CreatorStatistics {
  /** A day in the time zone of the brand. */
  from: string;
  /** A day in the time zone of the brand. */
  to: string;
  /** The ISO 4217 currency of all amounts. */
  currency: string;
  /** The sums of all days. */
  totals: CreatorStatisticsTotals;
  /** One entry for each day. Refunds count on their own day. */
  days: CreatorStatisticsDaysItem[];
  /** The 100 further links with the most clicks. The other clicks of `totals` came by other links. */
  links: CreatorStatisticsLinksItem[];
}

/** One entry for each day. Refunds count on their own day. */
export interface CreatorStatisticsDaysItem extends CreatorStatisticsTotals {
  /** A day in the time zone of the brand. */
  date: string;
}

/** The 100 further links with the most clicks. The other clicks of `totals` came by other links. */
export interface CreatorStatisticsLinksItem {
  /** The id of the link. */
  linkId: string;
  /** Clicks that count. */
  clicks: number;
}

/** A response with one resource. */
export interface CreatorStatisticsResponse {
  data: CreatorStatistics;
}

/** The sums of all days. */
export interface CreatorStatisticsTotals {
  /** Clicks that count. */
  clicks: number;
  /** Clicks that are the first of a visitor on a day. */
  uniqueClicks: number;
  /** Orders, also those that were refunded. */
  orders: number;
  /** An exact decimal in the brand’s currency. */
  revenue: number;
  /** An exact decimal in the brand’s currency. */
  commission: number;
}

/** The credentials of a user. */
export interface Credentials {
  /** The e-mail address of the user. */
  email: string;
  /** The password of the user. */
  password: string;
  /** The current code of the authenticator app, if the user has a second factor. It works once. */
  code?: string | null | undefined;
  /** A recovery code, instead of `code`. It works once. */
  recoveryCode?: string | null | undefined;
  /** The solved challenge of a 429, which describes the work. */
  challenge?: CredentialsChallenge | null | undefined;
}

/** The solved challenge of a 429, which describes the work. */
export interface CredentialsChallenge {
  /** `challenge.token` of the 429. */
  token: string;
  /** The text that you have found. */
  solution: string;
}

/** A customer, with the creator to whom the customer is bound. */
export interface Customer {
  /** The id of the customer. */
  id: string;
  /** Your id of the customer. Null after an erasure, if the id was an e-mail address. */
  customerId: string | null;
  /** The creator. Null if the customer is bound to nobody. */
  affiliateId: string | null;
  /** Why the customer was moved to the creator. Null for the creator of the first order. */
  reason: string | null;
  /** The campaign of the order that bound the customer. Null for none. */
  campaignId: string | null;
  /** The order, lead or signup that bound the customer. */
  conversionId: string;
  /** The time of that order. The months of `customerAttribution` begin then. */
  boundAt: string;
  /** The first sale of the customer since the customer was bound, which can be the order that bound the customer. Null for none. Later orders are of a returning customer. */
  firstOrderId: string | null;
  /** The former creators, oldest first. At most the newest 50 are kept. */
  pastAffiliates: CustomerPastAffiliatesItem[];
  /** When the order that bound the customer was recorded. */
  createdAt: string;
}

/** For how long orders without a reference of their own are attributed to the creator of the customer’s first attributed order, lead or signup. `firstOrder`: never. `months`: for this number of months. `lifetime`: without an end. */
export type CustomerAttribution = FirstOrderAttribution | MonthsAttribution | LifetimeAttribution;

/** The creator to whom a customer is moved. */
export interface CustomerChanges {
  /** The creator who earns with later orders. Null for nobody. */
  affiliateId: string | null;
  /** Why the customer is moved. */
  reason: string;
}

/** An event of the group `customer.*`. */
export interface CustomerEvent {
  /** The id of the event. */
  id: string;
  /** The kind of the event. */
  type: "customer.updated";
  /** The version of the API whose representation `data` has. */
  apiVersion: "v1";
  /** When it happened. It never decreases along the feed, so it can be slightly later than the change. */
  createdAt: string;
  /** The position of the event in the history of the brand. It increases along the feed, but not always by one. */
  sequence: number;
  actor: Actor;
  /** The id of the changed resource, for example of a creator. */
  resourceId: string;
  data: Customer;
  /** The changed fields of `data`. Empty for a creation and a deletion. */
  changes: Record<string, {
    /** The value before the change. */
    before: unknown;
    /** The value after the change. */
    after: unknown;
  }>;
}

/** A response with a list. */
export interface CustomerList {
  /** The items of the page. */
  data: Customer[];
  meta: ListMeta;
}

/** The former creators, oldest first. At most the newest 50 are kept. */
export interface CustomerPastAffiliatesItem {
  /** The creator. Null if the customer is bound to nobody. */
  affiliateId: string | null;
  /** Why the customer was moved to the creator. Null for the creator of the first order. */
  reason: string | null;
  /** When the customer was moved away. */
  until: string;
}

/** A response with one resource. */
export interface CustomerResponse {
  data: Customer;
}

/** The delivery of an event to a webhook endpoint. */
export interface Delivery {
  /** The id of the delivery. */
  id: string;
  /** The id of the event. */
  eventId: string;
  /** The type of the event. */
  eventType: string;
  /** `pending`: another attempt follows. `failed`: no attempt follows by itself. */
  status: "pending" | "succeeded" | "failed" | (string & {});
  /** The time of the next attempt, or null if none follows. */
  nextAttemptAt: string | null;
  /** The last 30 attempts, the oldest first. */
  attempts: DeliveryAttempt[];
  /** ISO 8601 UTC with milliseconds. */
  createdAt: string;
}

/** One attempt to deliver an event. */
export interface DeliveryAttempt {
  /** The start of the attempt. */
  at: string;
  /** The HTTP status of the response, or null without a response. */
  status: number | null;
  /** The duration in milliseconds. */
  durationMs: number;
  /** The reason why the attempt failed, or null for a success. */
  error: string | null;
  /** The first KB of the response as text, for 7 days. Null afterwards, and for an empty or missing response. */
  response: string | null;
}

/** A response with a list. */
export interface DeliveryList {
  /** The items of the page. */
  data: Delivery[];
  meta: ListMeta;
}

/** A response with one resource. */
export interface DeliveryResponse {
  data: Delivery;
}

/** A discount code of a creator. The shop applies the discount; this service attributes the orders. */
export interface Discount extends CreatorDiscount {
  /** The creator who earns with the code. */
  affiliateId: string;
  /** The campaign of the code. Null for none. */
  campaignId: string | null;
  /** Your id. Null if there is none. */
  externalId: string | null;
  /** Your own data. */
  metadata: Record<string, string>;
}

/** The fields of a discount code to change. */
export interface DiscountChanges {
  /** `paused`: later orders earn nothing with the code, until it is `active` again. */
  status?: "active" | "paused" | undefined;
  /** The code is valid for orders from this instant on. Null for no start. RFC 3339 with any offset, from 2000-01-01 to 2099-12-31. Fractions of a millisecond are dropped. */
  startsAt?: string | null | undefined;
  /** The code is valid for orders before this instant, which is after `startsAt`. Null for no end. RFC 3339 with any offset, from 2000-01-01 to 2099-12-31. Fractions of a millisecond are dropped. */
  endsAt?: string | null | undefined;
  /** The highest number of orders that can earn with the code. A refund frees no use. Null for no limit. */
  usageLimit?: number | null | undefined;
  /** Your id, unique among all of this kind in the brand. */
  externalId?: string | null | undefined;
  /** Your own data: at most 50 keys of 40 characters, with texts of 500 characters. Keys that are absent keep their value. An empty text or null removes a key, and null instead of the object removes all keys. */
  metadata?: DiscountChangesMetadata | null | undefined;
}

/** Your own data: at most 50 keys of 40 characters, with texts of 500 characters. Keys that are absent keep their value. An empty text or null removes a key, and null instead of the object removes all keys. */
export type DiscountChangesMetadata = Record<string, string | null>;

/** An event of the group `discount.*`. */
export interface DiscountEvent {
  /** The id of the event. */
  id: string;
  /** The kind of the event. */
  type: "discount.created" | "discount.updated" | "discount.deleted";
  /** The version of the API whose representation `data` has. */
  apiVersion: "v1";
  /** When it happened. It never decreases along the feed, so it can be slightly later than the change. */
  createdAt: string;
  /** The position of the event in the history of the brand. It increases along the feed, but not always by one. */
  sequence: number;
  actor: Actor;
  /** The id of the changed resource, for example of a creator. */
  resourceId: string;
  data: Discount;
  /** The changed fields of `data`. Empty for a creation and a deletion. */
  changes: Record<string, {
    /** The value before the change. */
    before: unknown;
    /** The value after the change. */
    after: unknown;
  }>;
}

/** A discount code to create. */
export interface DiscountInput {
  /** The code that customers type in, 1 to 64 characters. Unique in the brand: letter case, full-width letters and repeated spaces make no other code, accents do. */
  code: string;
  /** Whether customers save a `percentage` of the order or a `fixed` amount. */
  type: "percentage" | "fixed";
  /** For `percentage`, the percent: at most 100, with at most 2 decimals. For `fixed`, an amount in the brand’s currency. */
  value: number;
  /** The creator who earns with the code. */
  affiliateId: string;
  /** The campaign of the code. The creator becomes a member. */
  campaignId?: string | null | undefined;
  /** The first status, by default `active`. */
  status?: "active" | "paused" | undefined;
  /** The code is valid for orders from this instant on. Null for no start. RFC 3339 with any offset, from 2000-01-01 to 2099-12-31. Fractions of a millisecond are dropped. */
  startsAt?: string | null | undefined;
  /** The code is valid for orders before this instant, which is after `startsAt`. Null for no end. RFC 3339 with any offset, from 2000-01-01 to 2099-12-31. Fractions of a millisecond are dropped. */
  endsAt?: string | null | undefined;
  /** The highest number of orders that can earn with the code. A refund frees no use. Null for no limit. */
  usageLimit?: number | null | undefined;
  /** Your id, unique among all of this kind in the brand. */
  externalId?: string | null | undefined;
  /** Your own data: at most 50 keys of 40 characters, with texts of 500 characters. */
  metadata?: DiscountInputMetadata | null | undefined;
}

/** Your own data: at most 50 keys of 40 characters, with texts of 500 characters. */
export type DiscountInputMetadata = Record<string, string>;

/** A response with one resource. */
export interface DiscountResponse {
  data: Discount;
}

/** A dispute of a creator about an order or a commission. */
export interface Dispute extends CreatorDispute {
  /** The creator who disputes. */
  affiliateId: string;
  /** The disputed conversion. Null if the request named none. */
  conversionId: string | null;
  /** What you have done for the creator. Null if `accept` did not say it. */
  resolution: DisputeResolution | null;
  /** The user or the API key that closed the dispute. Null while it is open, and if an erasure of the creator has closed it. */
  decidedBy: string | null;
  /** Your id. Null if there is none. */
  externalId: string | null;
  /** Your own data. */
  metadata: Record<string, string>;
}

/** Accepts a dispute. */
export interface DisputeAcceptanceInput {
  /** Why the dispute is accepted, and what you do about it. */
  reason: string;
  /** What you have done for the creator. */
  resolution?: DisputeAcceptanceInputResolution | null | undefined;
}

/** What you have done for the creator. */
export interface DisputeAcceptanceInputResolution {
  /** The conversion that you have recorded or changed for the creator. */
  conversionId?: string | null | undefined;
  /** The commission that you have restored, changed or created. */
  commissionId?: string | null | undefined;
}

/** An event of the group `dispute.*`. */
export interface DisputeEvent {
  /** The id of the event. */
  id: string;
  /** The kind of the event. */
  type: "dispute.opened" | "dispute.accepted" | "dispute.rejected" | "dispute.withdrawn";
  /** The version of the API whose representation `data` has. */
  apiVersion: "v1";
  /** When it happened. It never decreases along the feed, so it can be slightly later than the change. */
  createdAt: string;
  /** The position of the event in the history of the brand. It increases along the feed, but not always by one. */
  sequence: number;
  actor: Actor;
  /** The id of the changed resource, for example of a creator. */
  resourceId: string;
  data: Dispute;
  /** The changed fields of `data`. Empty for a creation and a deletion. */
  changes: Record<string, {
    /** The value before the change. */
    before: unknown;
    /** The value after the change. */
    after: unknown;
  }>;
}

/** A dispute of a creator about an order or a commission. */
export interface DisputeInput extends CreatorDisputeInput {
  /** The creator who disputes. */
  affiliateId: string;
  /** The recorded order. For `attribution`, instead of `orderId`. */
  conversionId?: string | null | undefined;
  /** Your id, unique among all of this kind in the brand. */
  externalId?: string | null | undefined;
  /** Your own data: at most 50 keys of 40 characters, with texts of 500 characters. */
  metadata?: DisputeInputMetadata | null | undefined;
}

/** Your own data: at most 50 keys of 40 characters, with texts of 500 characters. */
export type DisputeInputMetadata = Record<string, string>;

/** A response with a list. */
export interface DisputeList {
  /** The items of the page. */
  data: Dispute[];
  meta: ListMeta;
}

/** Rejects a dispute. */
export interface DisputeRejectionInput {
  /** Why the dispute is rejected. */
  reason: string;
}

/** What you have done for the creator. Null if `accept` did not say it. */
export interface DisputeResolution {
  /** The conversion that was recorded or changed for the creator. Null for none. */
  conversionId: string | null;
  /** The commission that was restored, changed or created. Null for none. */
  commissionId: string | null;
}

/** A response with one resource. */
export interface DisputeResponse {
  data: Dispute;
}

/** Withdraws a dispute. */
export interface DisputeWithdrawalInput {
  /** Why the creator withdraws the dispute. */
  reason?: string | null | undefined;
}

/** Says why no payout was created. */
export interface EmptyPayoutMeta {
  /** `nothingOwed`: no creator is owed more than 0. `belowMinimum`: every creator is owed less than `minimum`. `creatorsExcluded`: the only creators who are owed enough are invited, banned, in `excludeAffiliateIds`, or without details of `paymentMethod`. */
  reason: "nothingOwed" | "belowMinimum" | "creatorsExcluded" | (string & {});
}

/** An erasure of personal data. */
export interface ErasureEvent {
  /** The id of the event. */
  id: string;
  /** The kind of the event. */
  type: "affiliate.personal_data_erased" | "customer.personal_data_erased";
  /** The version of the API whose representation `data` has. */
  apiVersion: "v1";
  /** When it happened. It never decreases along the feed, so it can be slightly later than the change. */
  createdAt: string;
  /** The position of the event in the history of the brand. It increases along the feed, but not always by one. */
  sequence: number;
  actor: Actor;
  /** The id of the changed resource, for example of a creator. */
  resourceId: string;
  data: PersonalDataErasure;
  /** The changed fields of `data`. Empty for a creation and a deletion. */
  changes: Record<string, {
    /** The value before the change. */
    before: unknown;
    /** The value after the change. */
    after: unknown;
  }>;
}

export type ErrorChallenge = unknown;

/** A stable name of the error. A code never changes, and more codes may be added. - `validation_failed`: A field, a query parameter or a header is invalid. `details` has one entry for each, with its `path`. - `json_invalid`: The body is not JSON, or an object in it contains a key twice. - `reference_not_found`: The body names a creator, a campaign or a message that does not exist in the brand. `details` has the `path` of the field. - `exchange_rate_missing`: The order is in another currency than the brand’s, and no rate is stored for its day or the 7 days before. Send `exchangeRate`, or store the rate: `PUT /exchange-rates/{currency}`. - `test_mode_unavailable`: The account has no test data: send no `x-mode`, or `live`, and use no test key. - `link_invalid`: The one-time link is wrong, has expired or was already used. Request a new one. - `cursor_invalid`: The `cursor` is not from a page of this list with the same filters. Start again without `cursor`. - `token_missing`: The header `Authorization: Bearer <token>` is missing or malformed. - `token_invalid`: The token is not from this service, or its signature is wrong. - `token_expired`: The token is older than 24 hours. Log in again. - `token_revoked`: The token was refreshed or logged out, or the role, password or user has changed. Log in again. - `api_key_invalid`: The API key was mistyped or cut off. - `api_key_unknown`: The API key does not exist, or was deleted. - `api_key_expired`: The API key has expired. Create another one, or rotate a key before it expires. - `second_factor_required`: The user has a second factor. Send `code` of the authenticator app, or `recoveryCode`, with the login. - `second_factor_invalid`: The code of the second factor is wrong or was already used. - `message_signature_invalid`: No connection has the address, or the signature of the message is wrong. Compare the secret of the connection with that of the shop. - `credentials_invalid`: The e-mail address or the password is wrong. - `plan_required`: The plan of the brand has no access to the API, or the subscription is canceled. Change to the Growth or Scale plan. - `second_factor_missing`: The brand requires a second factor. Turn it on: `POST /auth/second-factor`. - `role_forbidden`: The role of the caller does not allow the request. An admin of the brand can send it, or below `/creator` only a creator. - `test_mode_required`: The endpoint exists only in test mode: use a test key, or send the header `x-mode: test`. - `edge_bypassed`: The request did not come through the CDN: send it to the public address of the API. - `session_required`: The endpoint is for people: log in and send the access token instead of an API key. - `scope_missing`: The API key lacks the scope that `message` names, for the endpoint or for its data. - `ip_not_allowed`: The IP address of the request is not in `allowedIps` of the API key. - `grant_exceeded`: An API key can create, change or rotate only other keys within its own scopes, expiry and addresses. - `api_key_limit_reached`: The brand has 50 API keys, and none of them has expired. Delete one. - `connection_limit_reached`: The brand has 20 connections with shops. Delete one first. - `creator_links_off`: Creators of the brand change no links, because `portal.creatorLinks` is `false`. - `link_limit_reached`: The creator has 200 links, or has taken 1,000 words for links. Delete a link, or let the brand create one. - `webhook_endpoint_limit_reached`: The brand has 20 webhook endpoints. Delete one first. - `rate_for_admins_only`: The brand lets only admins change rates. `details` lists the rates that the request contains. - `creator_limit_reached`: The brand has as many creators as its plan allows. Banned creators do not count. - `campaign_limit_reached`: The brand has as many campaigns as its plan allows. Ended campaigns do not count. - `creation_limit_reached`: The brand has created as many creators or campaigns as the plan allows in a billing period. `GET /billing/usage` returns the numbers and the end of the period. - `route_not_found`: The API has no such path. `GET /openapi.json` lists the paths. - `api_key_not_found`: The API key does not exist in the brand. - `affiliate_not_found`: The creator does not exist in the brand. - `brand_not_found`: The brand does not exist. - `campaign_not_found`: The campaign does not exist in the brand. - `commission_not_found`: The commission does not exist in the brand. - `connection_not_found`: The connection does not exist in the brand. - `conversion_not_found`: The order does not exist in the brand. - `export_not_found`: The export does not exist in the brand. The service forgets exports after 30 days. - `import_not_found`: The import does not exist in the brand. The service forgets imports after 30 days. - `logo_not_found`: No brand has the slug, or the brand has no logo. - `decision_not_found`: The bulk decision does not exist in the brand. The service forgets decisions after 30 days. - `delivery_not_found`: The webhook endpoint has no such delivery. The service forgets deliveries after 30 days. - `discount_not_found`: The discount code does not exist in the brand. - `dispute_not_found`: The dispute does not exist in the brand. - `customer_not_found`: The brand has no order of the customer, or the customer has never been bound to a creator. - `erasure_not_found`: The erasure does not exist in the brand. - `event_not_found`: The event does not exist in the brand, or is older than 90 days. - `fraud_finding_not_found`: The fraud finding does not exist in the brand. - `link_not_found`: The link does not exist in the brand. - `payout_not_found`: The payout does not exist in the brand. - `reconciliation_not_found`: The reconciliation does not exist in the connection. - `refund_not_found`: The refund does not exist. - `simulation_not_found`: The simulation does not exist in the brand. The service forgets simulations after 30 days. - `user_not_found`: The user does not exist. - `webhook_endpoint_not_found`: The webhook endpoint does not exist in the brand. - `tracking_code_not_found`: No creator has the tracking code. - `landing_page_not_found`: The tracking link has no landing page. - `method_not_allowed`: The path does not accept the method. The header `allow` lists the methods that it accepts. - `creator_mails_off`: The brand has turned off invitations or its portal, or the address of the creator receives no e-mails. `message` says which. - `amount_below_refunds`: The refunds exceed the amount. `details[0].values` contains the lowest amount. - `api_key_not_rotatable`: The API key has expired, so it cannot be rotated. Create another key. - `affiliate_blocked`: A banned or declined creator cannot sign in. Change the status first. - `affiliate_erased`: The personal data of the creator was erased, so the creator cannot be changed. - `affiliate_not_invited`: Only a creator who is `invited` can be invited again. - `affiliate_exists`: A creator of this brand already has the e-mail address. `details[0].values` contains the id of that creator. - `campaign_not_draft`: Only campaigns with the status `draft` can be deleted. - `commission_adjusted`: A clawback, and what it adjusts, cannot be rejected or reopened. - `commission_earns_nothing`: Nothing is left of the order, so its commission cannot be restored. - `commission_in_payout`: The commission is in a payout. Cancel the payout first. - `commission_of_month`: Tiers or a monthly cap created the commission. Decide about the orders of its month, or create a bonus or a deduction. - `decision_in_progress`: A bulk decision of this kind is running. `details[0].values` contains its id. - `dispute_exists`: The creator has an open dispute about this. `details[0].values` contains its id. - `discount_exists`: A discount with this code already exists in the brand. - `exports_in_progress`: The brand has five exports in progress. Wait until one of them ends. - `external_id_taken`: Another item of this kind in the brand already has the `externalId`. `details[0].values` contains its id. - `idempotency_key_in_use`: A request with the same `Idempotency-Key` is in progress. Retry after `retry-after` seconds. - `last_admin`: The user is the last admin of the brand. Give another user the role `admin` first. - `order_canceled`: The order is canceled, so its money cannot change. Record another order instead. - `order_fully_refunded`: Nothing is left to refund. - `order_id_reused`: Another order, with a different body, already has the `orderId`. - `order_refunded_often`: The order has more than 20 refunds, so it cannot move to another creator, campaign, discount code or day. - `payout_account_missing`: A SEPA file needs the account of the brand: `PATCH /brand` with `payoutAccount`. - `payout_currency_unsupported`: A SEPA file contains amounts in EUR only, and the payout has another currency. - `payout_file_empty`: The file would have no line. `GET /payouts/{id}/files` says why each creator is missing. - `portal_disabled`: The portal of the brand is off. Turn it on: `PATCH /brand` with `portal.enabled`. - `payout_has_no_file`: A payout that is `preparing`, `canceling` or `canceled` has no CSV file. - `payout_has_paid_lines`: Lines of the payout are marked as paid, so it cannot be canceled. - `payout_in_progress`: A payout of the brand is still changing. `details[0].values` contains its id. - `payout_not_reopenable`: The payout was paid more than 7 days ago. Mark lines as failed. - `payout_reference_used`: The payout is already paid with another `reference`. - `pending_refund_limit_reached`: Ten refunds already wait for the order. Record the order first. - `refund_id_reused`: Another refund of the order, with other values, already has the `refundId`. - `refund_too_large`: The refund is larger than the amount that is not yet refunded. `details[0].values` contains that amount. - `second_factor_enabled`: The second factor is already on. Turn it off first. - `second_factor_not_begun`: There is no secret to confirm. Begin with `POST /auth/second-factor`. - `link_domain_taken`: Another brand has verified the domain of links. It must delete it first: `DELETE /brand/link-domain`. - `link_prefix_missing`: A domain of links needs a `linkPrefix`. Set it with `PATCH /brand` first. - `link_prefix_taken`: Another brand has the `linkPrefix`, or had it before. Send another one. - `slug_taken`: Another brand has the `slug`, or had it before. Send another one. - `simulations_running`: Three simulations of the brand are running. Wait until one of them ends. - `slug_limit_reached`: The link has 20 slugs, which stay with it. Create another link. - `status_conflict`: The status of the resource does not allow the change. `message` names the status. - `sum_limit_reached`: The sum of all orders and manual commissions has no room for the amount. - `tracking_code_fixed`: The creator with the `externalId` has another tracking code, which cannot be changed. `details[0].values` contains it. - `tracking_code_taken`: Another creator of the service has the tracking code, or of the brand if it has a `linkPrefix`, or a link has it as its slug. `details[0].values` contains three codes that were free at the time. - `webhook_endpoint_disabled`: The webhook endpoint is disabled. Enable it first. - `webhook_secret_limit_reached`: The secret was rotated ten times in 24 hours. Rotate it again later. - `user_limit_reached`: The brand has 200 users and open invitations. Remove one of them first. - `user_not_invited`: The user has accepted the invitation, so it cannot be sent again. - `user_exists`: A user of the brand already has the e-mail address. - `link_inactive`: The link was deleted, or the brand of the tracking link has canceled its subscription. - `version_mismatch`: The resource has another version than `If-Match` names. `details[0].values` and the header `ETag` contain the present one. - `body_too_large`: The body is larger than 256 KiB, than 512 KiB for a message of a shop, or than 3 MiB for an import. - `unsupported_media_type`: The body is not `application/json` in UTF-8, or it is compressed. - `idempotency_key_reused`: The `Idempotency-Key` was already used with a different endpoint, query or body. - `request_limit_reached`: The brand, or one of its users or API keys alone, has sent as many requests in this minute as it may. Wait for the seconds in `retry-after`. - `email_limit_reached`: The e-mail address has received five invitations of the brand within an hour. Try again later. - `message_limit_reached`: The connection has received 3,000 messages in this minute, or the address 60 with a wrong signature. Wait for `retry-after`. - `webhook_test_limit_reached`: The endpoint was tested ten times in this minute. Wait for `retry-after`. - `login_challenge`: Too many logins to the account, or from the IP address, have failed. Solve `challenge` and send it with the login. - `internal_error`: The service has failed unexpectedly. Report the `x-request-id` of the response. - `read_only`: Maintenance: no changes are accepted, and nothing was changed. Retry later. - `service_busy`: The service is temporarily busy. Retry after `retry-after` seconds. */
export type ErrorCode = "validation_failed" | "json_invalid" | "reference_not_found" | "exchange_rate_missing" | "test_mode_unavailable" | "link_invalid" | "cursor_invalid" | "token_missing" | "token_invalid" | "token_expired" | "token_revoked" | "api_key_invalid" | "api_key_unknown" | "api_key_expired" | "second_factor_required" | "second_factor_invalid" | "message_signature_invalid" | "credentials_invalid" | "plan_required" | "second_factor_missing" | "role_forbidden" | "test_mode_required" | "edge_bypassed" | "session_required" | "scope_missing" | "ip_not_allowed" | "grant_exceeded" | "api_key_limit_reached" | "connection_limit_reached" | "creator_links_off" | "link_limit_reached" | "webhook_endpoint_limit_reached" | "rate_for_admins_only" | "creator_limit_reached" | "campaign_limit_reached" | "creation_limit_reached" | "route_not_found" | "api_key_not_found" | "affiliate_not_found" | "brand_not_found" | "campaign_not_found" | "commission_not_found" | "connection_not_found" | "conversion_not_found" | "export_not_found" | "import_not_found" | "logo_not_found" | "decision_not_found" | "delivery_not_found" | "discount_not_found" | "dispute_not_found" | "customer_not_found" | "erasure_not_found" | "event_not_found" | "fraud_finding_not_found" | "link_not_found" | "payout_not_found" | "reconciliation_not_found" | "refund_not_found" | "simulation_not_found" | "user_not_found" | "webhook_endpoint_not_found" | "tracking_code_not_found" | "landing_page_not_found" | "method_not_allowed" | "creator_mails_off" | "amount_below_refunds" | "api_key_not_rotatable" | "affiliate_blocked" | "affiliate_erased" | "affiliate_not_invited" | "affiliate_exists" | "campaign_not_draft" | "commission_adjusted" | "commission_earns_nothing" | "commission_in_payout" | "commission_of_month" | "decision_in_progress" | "dispute_exists" | "discount_exists" | "exports_in_progress" | "external_id_taken" | "idempotency_key_in_use" | "last_admin" | "order_canceled" | "order_fully_refunded" | "order_id_reused" | "order_refunded_often" | "payout_account_missing" | "payout_currency_unsupported" | "payout_file_empty" | "portal_disabled" | "payout_has_no_file" | "payout_has_paid_lines" | "payout_in_progress" | "payout_not_reopenable" | "payout_reference_used" | "pending_refund_limit_reached" | "refund_id_reused" | "refund_too_large" | "second_factor_enabled" | "second_factor_not_begun" | "link_domain_taken" | "link_prefix_missing" | "link_prefix_taken" | "slug_taken" | "simulations_running" | "slug_limit_reached" | "status_conflict" | "sum_limit_reached" | "tracking_code_fixed" | "tracking_code_taken" | "webhook_endpoint_disabled" | "webhook_secret_limit_reached" | "user_limit_reached" | "user_not_invited" | "user_exists" | "link_inactive" | "version_mismatch" | "body_too_large" | "unsupported_media_type" | "idempotency_key_reused" | "request_limit_reached" | "email_limit_reached" | "message_limit_reached" | "webhook_test_limit_reached" | "login_challenge" | "internal_error" | "read_only" | "service_busy" | (string & {});

/** A field that an error concerns. */
export interface ErrorDetail {
  /** The path of the field, such as `discounts.3.code`. Empty for the body itself. */
  path: string;
  /** Says what is wrong with the field, and what to send instead. */
  message: string;
  /** The ids or suggestions that the message contains. */
  values?: string[];
}

/** What one unit of another currency was worth on a day. */
export interface ExchangeRate {
  /** The other currency. */
  currency: string;
  /** The day of the rate. */
  day: string;
  /** The units of the brand’s currency for one unit of the other currency, as an exact decimal. */
  rate: string;
}

/** The rate of a day. */
export interface ExchangeRateInput {
  /** The day of the rate, at most tomorrow in the brand’s time zone. */
  day: string;
  /** The units of the brand’s currency for one unit of the other. */
  rate: string | number;
}

/** A response with a list. */
export interface ExchangeRateList {
  /** The items of the page. */
  data: ExchangeRate[];
  meta: ListMeta;
}

/** The rates that were stored. */
export interface ExchangeRates {
  /** The rates of the request. */
  rates: ExchangeRate[];
}

/** Rates of one currency. */
export interface ExchangeRatesInput {
  /** The rates of different days. A rate that is stored for a day is replaced. */
  rates: readonly ExchangeRateInput[];
}

/** A response with one resource. */
export interface ExchangeRatesResponse {
  data: ExchangeRates;
}

/** A commission with the records of `expand`. */
export interface ExpandedCommission {
  /** The id of the commission. */
  id: string;
  /** The id of the affiliate. */
  affiliateId: string;
  /** The campaign that the commission counts for. Null for none. */
  campaignId: string | null;
  /** The conversion that earned it. Null for a commission without an order. */
  conversionId: string | null;
  /** Your id of the order. Null without an order. */
  orderId: string | null;
  /** The currency of the amounts, which is the brand’s. */
  currency: string;
  /** `pending`: in its hold period, or held for review. `approved`: waits for a payout. `paid`: paid by a payout, or elsewhere. `rejected`: refused by the brand. `reversed`: taken back, because the order was refunded in full. */
  status: "pending" | "approved" | "paid" | "rejected" | "reversed" | (string & {});
  /** When the commission was created. */
  createdAt: string;
  /** The end of the hold period. The commission is then approved automatically, unless it is held. */
  eligibleAt: string;
  /** When the commission was approved. Otherwise null. */
  approvedAt: string | null;
  /** The user or the API key that approved the commission. Null for an automatic approval. */
  approvedBy: string | null;
  /** When the commission was paid. Otherwise null. */
  paidAt: string | null;
  /** The payout that contains the commission. Null for none. */
  payoutId: string | null;
  /** Why it was rejected or reversed, or why an adjustment or a commission without an order was created. Otherwise null. */
  reason: string | null;
  /** Why the commission waits for a manual review. Null if it is not held. */
  hold: ExpandedCommissionHold | null;
  /** Set on an adjustment: the id of the commission that it adjusts. A clawback has a negative amount, a supplement a positive one. */
  adjusts: string | null;
  /** `order`: of an order. `adjustment`: corrects the commission `adjusts` after a change of its order. Without an order: `bonus`; `deduction`, which is negative; `openingBalance`, which the creator had before the brand used the service; `tierSupplement`, which tiers of terms add in a month, or take back; `monthlyCap`, which a cap of terms takes away in a month, or gives back. */
  kind: "order" | "adjustment" | "bonus" | "deduction" | "openingBalance" | "tierSupplement" | "monthlyCap" | (string & {});
  /** The commissionable amount of the order. Null without an order. */
  orderAmount: number | null;
  /** An exact decimal in the brand’s currency. */
  amount: number;
  /** An exact decimal in the brand’s currency. */
  originalAmount: number;
  /** The rate at the time of the order. Null without an order. */
  rate: CommissionRate | null;
  /** Whether an earlier program has paid it. It is never payable, and `paidAt` is the time of the order. */
  settledElsewhere: boolean;
  /** How terms led to the commission. Null if a simple rate applied, and for an adjustment. */
  explanation: CommissionExplanation | null;
  /** The creator of `affiliateId`, only with `expand=affiliate`. Null for none. */
  affiliate?: Affiliate | null;
  /** The campaign of `campaignId`, only with `expand=campaign`. Null for none, and for a deleted campaign. */
  campaign?: Campaign | null;
}

/** Why the commission waits for a manual review. Null if it is not held. */
export interface ExpandedCommissionHold {
  /** `selfReferral`: the customer and the creator have the same mailbox. `fraudRule`: the order matches a rule of `fraudRules`, see its finding. `customerUnreadable`: `customerEmail` has no e-mail address. `aboveShare`: the commission is a larger share of the order than the brand’s `holdAboveShare`. `creatorBanned`: the creator was banned when the hold period ended. `orderChanged`: the order counts again after the hold period ended. `reopened`: an admin reopened or restored it. */
  reason: "selfReferral" | "fraudRule" | "customerUnreadable" | "aboveShare" | "creatorBanned" | "orderChanged" | "reopened" | (string & {});
  /** When the commission was held. */
  since: string;
}

/** A response with a list. */
export interface ExpandedCommissionList {
  /** The items of the page. */
  data: ExpandedCommission[];
  meta: ListMeta;
}

/** A response with one resource. */
export interface ExpandedCommissionResponse {
  data: ExpandedCommission;
}

/** A recorded order with its customer, its line items and the records of `expand`. */
export interface ExpandedConversion extends ListedConversion {
  /** Your id of the customer. Null for none. */
  customerId: string | null;
  /** The line items of the order. */
  items: OrderItem[];
  /** The changes of the order, oldest first: the newest 20, and all that created a commission. */
  changes: ConversionChange[];
}

/** A response with one resource. */
export interface ExpandedConversionResponse {
  data: ExpandedConversion;
}

/** A discount code with the records of `expand`. */
export interface ExpandedDiscount extends Discount {
  /** The creator of `affiliateId`, only with `expand=affiliate`. Null for none. */
  affiliate?: Affiliate | null;
  /** The campaign of `campaignId`, only with `expand=campaign`. Null for none, and for a deleted campaign. */
  campaign?: Campaign | null;
}

/** A response with a list. */
export interface ExpandedDiscountList {
  /** The items of the page. */
  data: ExpandedDiscount[];
  meta: ListMeta;
}

/** A response with one resource. */
export interface ExpandedDiscountResponse {
  data: ExpandedDiscount;
}

/** An export of a list to a file. */
export interface Export {
  /** The id of the export. */
  id: string;
  /** The list to export. */
  resource: "affiliates" | "campaigns" | "discounts" | "conversions" | "commissions" | "payouts" | "audit" | (string & {});
  /** The filters of the request. */
  filters: Record<string, string>;
  /** `csv`: RFC 4180 in UTF-8, with a header. `ndjson`: one JSON object per line, as in the list. */
  format: "csv" | "ndjson" | (string & {});
  /** Whether the CSV file begins with a byte order mark. */
  bom: boolean;
  /** `preparing`: the service writes the file. `ready`: the file can be downloaded. `failed`: see `failure`. `expired`: the file was deleted after 7 days. */
  status: "preparing" | "ready" | "failed" | "expired" | (string & {});
  /** How much of the export is done, in percent. */
  progress: number;
  /** The number of rows that are written so far. */
  rows: number;
  /** The size that is written so far, in bytes. */
  bytes: number;
  /** Why the export failed, or null. */
  failure: string | null;
  /** When the export was requested. Later items are not part of it. */
  createdAt: string;
  /** When the file became ready, or null. */
  completedAt: string | null;
  /** When the file is deleted, or null. */
  expiresAt: string | null;
}

/** An export, with the link to its file. */
export interface ExportDetails extends Export {
  /** Downloads the file without a token, for 15 minutes. Null unless the status is `ready`. */
  url: string | null;
}

/** A response with one resource. */
export interface ExportDetailsResponse {
  data: ExportDetails;
}

/** The list to export, its filters, and the format of the file. */
export interface ExportInput {
  /** The list to export. */
  resource: "affiliates" | "campaigns" | "discounts" | "conversions" | "commissions" | "payouts" | "audit";
  /** Which items to export. Defaults to all items of the list. */
  filters?: ExportInputFilters | null | undefined;
  /** `csv`: RFC 4180 in UTF-8, with a header. `ndjson`: one JSON object per line, as in the list. */
  format: "csv" | "ndjson";
  /** Whether a CSV file begins with a byte order mark, for Excel. Defaults to false. */
  bom?: boolean | null | undefined;
}

/** Which items to export. Defaults to all items of the list. */
export interface ExportInputFilters {
  /** Only items with this status. */
  status?: string | null | undefined;
  /** Only items of this creator. */
  affiliateId?: string | null | undefined;
  /** Only conversions with this result of the attribution. */
  attribution?: string | null | undefined;
  /** The first instant of the creation. RFC 3339 with any offset, from 2000-01-01 to 2099-12-31. Fractions of a millisecond are dropped. */
  createdFrom?: string | null | undefined;
  /** The last instant of the creation. RFC 3339 with any offset, from 2000-01-01 to 2099-12-31. Fractions of a millisecond are dropped. */
  createdTo?: string | null | undefined;
}

/** A response with a list. */
export interface ExportList {
  /** The items of the page. */
  data: Export[];
  meta: ListMeta;
}

/** A response with one resource. */
export interface ExportResponse {
  data: Export;
}

/** A change of a resource. `type` determines the schema of `data`. */
export type FeedEvent = AffiliateEvent | CampaignEvent | DiscountEvent | LinkEvent | ConversionEvent | CustomerEvent | CommissionEvent | DisputeEvent | FraudFindingEvent | PayoutEvent | UserEvent | ApiKeyEvent | WebhookEndpointEvent | ConnectionEvent | SettingsEvent | ErasureEvent | PayoutDetailsEvent | TermsEvent;

/** A response with a list. */
export interface FeedEventList {
  /** The events of the page. */
  data: FeedEvent[];
  meta: FeedMeta;
}

/** A response with one resource. */
export interface FeedEventResponse {
  data: FeedEvent;
}

/** The position in the feed. */
export interface FeedMeta {
  /** Send it as `after` to get the events that follow. Null while there is no event. */
  after: string | null;
  /** True if later events exist already. */
  hasMore: boolean;
}

/** Clicks that do not count, by reason. */
export interface FilteredClicks {
  /** Clicks of search engines and other programs. */
  bot: number;
  /** Requests of services that show a preview of the link. */
  preview: number;
  /** Requests of browsers that load a page in advance. */
  prefetch: number;
  /** HEAD requests. */
  head: number;
  /** Clicks while the creator was paused or banned. */
  inactive: number;
  /** Clicks of a visitor within an hour after a counted click. */
  duplicate: number;
  /** Clicks of visitors beyond the unique clicks of one address. */
  suspicious: number;
}

/** Orders need a reference of their own. */
export interface FirstOrderAttribution {
  /** Whether, and for how long, later orders of a customer are attributed. */
  type: "firstOrder";
}

/** A fixed amount in the brand’s currency. */
export interface FixedRateInput {
  /** Always `fixed`. */
  type: "fixed";
  /** An amount in the brand’s currency. */
  value: number;
}

/** The account whose password was forgotten. */
export interface ForgotPasswordInput {
  /** The e-mail address of the account. */
  email: string;
}

/** Decides whether a finding is fraud. */
export interface FraudDecisionInput {
  /** `dismiss`: no fraud. `confirm`: fraud. */
  decision: "dismiss" | "confirm";
  /** Your reason. Creators do not see it. Ignored if the finding is already decided. */
  note?: string | null | undefined;
}

/** An order or a creator that matches fraud rules of the brand. */
export interface FraudFinding {
  /** The subject that matches the rules: an order, or a creator. */
  type: "order" | "creator" | (string & {});
  /** The id of the fraud finding. */
  id: string;
  /** The creator who earns with the order, or whom the finding is about. */
  affiliateId: string;
  /** Your id of the order. Null if the finding is about a creator. */
  orderId: string | null;
  /** The recorded order. Null if the finding is about a creator. */
  conversionId: string | null;
  /** The commission of the order, when it was recorded. Null if it earned nothing, or if the finding is about a creator. */
  commissionId: string | null;
  /** The rules that the order or the creator matches. */
  hits: FraudHit[];
  /** `open`: waits for a decision. `dismissed`: an admin found no fraud. `confirmed`: an admin found fraud. All but `open` are final. */
  status: "open" | "dismissed" | "confirmed" | (string & {});
  /** The note of the decision. Null for none, and after an erasure of the creator or the customer. */
  note: string | null;
  /** The user or the API key that decided. Null while the finding is open. */
  decidedBy: string | null;
  /** When it was decided. Null while the finding is open. */
  decidedAt: string | null;
  /** The time at which the order was recorded, or the creator matched the rule. */
  createdAt: string;
}

/** An event of the group `fraud_finding.*`. */
export interface FraudFindingEvent {
  /** The id of the event. */
  id: string;
  /** The kind of the event. */
  type: "fraud_finding.created" | "fraud_finding.dismissed" | "fraud_finding.confirmed";
  /** The version of the API whose representation `data` has. */
  apiVersion: "v1";
  /** When it happened. It never decreases along the feed, so it can be slightly later than the change. */
  createdAt: string;
  /** The position of the event in the history of the brand. It increases along the feed, but not always by one. */
  sequence: number;
  actor: Actor;
  /** The id of the changed resource, for example of a creator. */
  resourceId: string;
  data: FraudFinding;
  /** The changed fields of `data`. Empty for a creation and a deletion. */
  changes: Record<string, {
    /** The value before the change. */
    before: unknown;
    /** The value after the change. */
    after: unknown;
  }>;
}

/** A response with a list. */
export interface FraudFindingList {
  /** The items of the page. */
  data: FraudFinding[];
  meta: ListMeta;
}

/** A response with one resource. */
export interface FraudFindingResponse {
  data: FraudFinding;
}

/** A fraud rule that an order or a creator matches, with its evidence. */
export interface FraudHit {
  /** The rule that the order or the creator matches. */
  rule: "selfReferral" | "beatenClick" | "paidSearch" | "severalAccounts" | "paymentDetails" | "couponLeak" | "refundRate" | "velocity" | (string & {});
  /** The action of the rule, as the brand had set it. */
  action: "notify" | "hold" | "reject" | (string & {});
  /** The evidence. `mailbox`: the customer and the creator have the same one. `externalId`: the `customerId` is that of the creator. `click`: the order names a click of another creator. `paidSearch`: the click that won came from paid search. The rules about creators have their own names as evidence. */
  match: "mailbox" | "externalId" | "click" | "paidSearch" | "severalAccounts" | "paymentDetails" | "couponLeak" | "refundRate" | "velocity" | (string & {});
  /** The click that lost, or that came from paid search. Otherwise null. */
  clickId: string | null;
  /** The creator of the click that lost, or the other creator with the same mailbox or account. Otherwise null. */
  otherAffiliateId: string | null;
  /** The discount code, for `couponLeak`. Otherwise null. */
  discountId: string | null;
  /** The number of orders, or of refunded orders, for rules that count. Otherwise null. */
  count: number | null;
  /** The number of all orders, for `refundRate`. Otherwise null. */
  total: number | null;
}

/** The action of a fraud rule for an order that matches it. */
export interface FraudRule {
  /** `notify`: creates a finding. `hold`: also holds the commission for review. `reject`: also rejects the commission. */
  action: "notify" | "hold" | "reject";
}

/** The fraud rules of the brand. Null for a rule that is off. */
export interface FraudRules {
  /** The customer has the mailbox of the creator, or `customerId` is the `externalId` of the creator. Such a mailbox is always held, also while the rule is off. */
  selfReferral: FraudRule | null;
  /** A discount code wins the order, although its click belongs to another creator. */
  beatenClick: FraudRule | null;
  /** The click that wins came from paid search: its address or its referrer has `gclid`, `gbraid`, `wbraid` or `msclkid`, or the `utm_medium` `cpc`, `ppc` or `paid`. */
  paidSearch: FraudRule | null;
  /** A creator has the mailbox of another creator, such as `ada+2@gmail.com`. The finding is about the newer one. */
  severalAccounts: CreatorFraudRule | null;
  /** A creator has the IBAN or the PayPal or Wise account of another creator. */
  paymentDetails: CreatorFraudRule | null;
  /** At least `orders` orders of different customers in 7 days used a discount code of the creator without a click of the creator. */
  couponLeak: CountFraudRuleOutput | null;
  /** At least `percent` of the orders of a creator in the last 30 days were refunded or canceled, and these are at least `orders`. */
  refundRate: RefundFraudRuleOutput | null;
  /** A creator had at least `orders` orders within one hour. */
  velocity: CountFraudRuleOutput | null;
}

/** The fraud rules that change. Null turns a rule off. */
export interface FraudRulesChange {
  /** The customer has the mailbox of the creator, or `customerId` is the `externalId` of the creator. Such a mailbox is always held, also while the rule is off. */
  selfReferral?: FraudRule | null | undefined;
  /** A discount code wins the order, although its click belongs to another creator. */
  beatenClick?: FraudRule | null | undefined;
  /** The click that wins came from paid search: its address or its referrer has `gclid`, `gbraid`, `wbraid` or `msclkid`, or the `utm_medium` `cpc`, `ppc` or `paid`. */
  paidSearch?: FraudRule | null | undefined;
  /** A creator has the mailbox of another creator, such as `ada+2@gmail.com`. The finding is about the newer one. */
  severalAccounts?: CreatorFraudRule | null | undefined;
  /** A creator has the IBAN or the PayPal or Wise account of another creator. */
  paymentDetails?: CreatorFraudRule | null | undefined;
  /** At least `orders` orders of different customers in 7 days used a discount code of the creator without a click of the creator. */
  couponLeak?: CountFraudRule | null | undefined;
  /** At least `percent` of the orders of a creator in the last 30 days were refunded or canceled, and these are at least `orders`. */
  refundRate?: RefundFraudRule | null | undefined;
  /** A creator had at least `orders` orders within one hour. */
  velocity?: CountFraudRule | null | undefined;
}

/** The health of the service. */
export interface Health {
  /** The service can read its database. */
  status: "ok";
  /** The git commit that is deployed, or `unknown`. */
  commit: string;
}

/** A response with one resource. */
export interface HealthResponse {
  data: Health;
}

/** An import of a file. */
export interface Import {
  /** The id of the import. */
  id: string;
  /** The kind of the rows of the file. `orders` are past orders, which are recorded with `settledElsewhere`. */
  type: "creators" | "orders" | (string & {});
  /** The program that has written the file, whose names of columns are recognized first. */
  source: "general" | "rewardful" | "tolt" | "dub" | "firstpromoter" | "refersion" | "partnerstack" | (string & {});
  /** `ready`: waits for its start. `running`: the service imports the rows. `completed`: each row has a result. `canceled`: the rows that were done stay. `failed`: see `failure`. `undoing`: the service undoes the rows. `undone`: see `undo`. */
  status: "ready" | "running" | "completed" | "canceled" | "failed" | "undoing" | "undone" | (string & {});
  /** The columns of the file, in their order. */
  columns: ImportColumnsItem[];
  /** `skip` leaves creators as they are who exist already. `update` changes the fields of the file. */
  onExisting: "skip" | "update" | (string & {});
  /** Whether new creators without a status are `invited`. */
  invite: boolean;
  progress: ImportProgress;
  /** The reason of the failure of the import. Otherwise null. */
  failure: string | null;
  /** The progress of an undo. Null before. */
  undo: ImportUndo | null;
  /** When the file was sent. */
  createdAt: string;
  /** When the last run ended. Otherwise null. */
  completedAt: string | null;
  /** The time until which the import can be undone. Null before its end, and when nothing is left to undo. */
  undoableUntil: string | null;
  /** When the file is deleted, or was deleted. */
  fileDeletedAt: string;
}

/** The field of each column of the file. */
export interface ImportChanges {
  /** The field of each column of the file, in their order. Each field has at most one column. */
  columns: readonly (ImportField | null)[];
}

/** The columns of the file, in their order. */
export interface ImportColumnsItem {
  /** The header of the file. */
  header: string;
  /** The field of the column. `firstName` and `lastName` form the name. `trackingCode` can be a link of another program. `discountCode` has up to 5 codes, separated by commas, which need `discountValue`. `balance` is what the creator was owed before, in the currency of the brand. An order needs `orderId`, `amount`, `occurredAt`, and the `trackingCode` or the `email` of its creator. Without `commissionAmount`, which the earlier program has paid, the terms decide. Null ignores the column. */
  field: ImportField | null;
}

/** An import, with the first rows of its file. */
export interface ImportDetails {
  /** The id of the import. */
  id: string;
  /** The kind of the rows of the file. `orders` are past orders, which are recorded with `settledElsewhere`. */
  type: "creators" | "orders" | (string & {});
  /** The program that has written the file, whose names of columns are recognized first. */
  source: "general" | "rewardful" | "tolt" | "dub" | "firstpromoter" | "refersion" | "partnerstack" | (string & {});
  /** `ready`: waits for its start. `running`: the service imports the rows. `completed`: each row has a result. `canceled`: the rows that were done stay. `failed`: see `failure`. `undoing`: the service undoes the rows. `undone`: see `undo`. */
  status: "ready" | "running" | "completed" | "canceled" | "failed" | "undoing" | "undone" | (string & {});
  /** The columns of the file, in their order. */
  columns: ImportDetailsColumnsItem[];
  /** `skip` leaves creators as they are who exist already. `update` changes the fields of the file. */
  onExisting: "skip" | "update" | (string & {});
  /** Whether new creators without a status are `invited`. */
  invite: boolean;
  progress: ImportProgress;
  /** The reason of the failure of the import. Otherwise null. */
  failure: string | null;
  /** The progress of an undo. Null before. */
  undo: ImportDetailsUndo | null;
  /** When the file was sent. */
  createdAt: string;
  /** When the last run ended. Otherwise null. */
  completedAt: string | null;
  /** The time until which the import can be undone. Null before its end, and when nothing is left to undo. */
  undoableUntil: string | null;
  /** When the file is deleted, or was deleted. */
  fileDeletedAt: string;
  /** The first rows of the file. Empty after the file was deleted. */
  sample: ImportDetailsSampleItem[];
}

/** The columns of the file, in their order. */
export interface ImportDetailsColumnsItem {
  /** The header of the file. */
  header: string;
  /** The field of the column. `firstName` and `lastName` form the name. `trackingCode` can be a link of another program. `discountCode` has up to 5 codes, separated by commas, which need `discountValue`. `balance` is what the creator was owed before, in the currency of the brand. An order needs `orderId`, `amount`, `occurredAt`, and the `trackingCode` or the `email` of its creator. Without `commissionAmount`, which the earlier program has paid, the terms decide. Null ignores the column. */
  field: ImportField | null;
}

/** A response with one resource. */
export interface ImportDetailsResponse {
  data: ImportDetails;
}

/** The first rows of the file. Empty after the file was deleted. */
export interface ImportDetailsSampleItem {
  /** The number of the row in a spreadsheet. The header has the number 1. */
  number: number;
  /** The cells of the row, by field. Empty cells are absent. */
  values: Record<string, string>;
}

/** The progress of an undo. Null before. */
export interface ImportDetailsUndo {
  /** Rows that are undone. */
  undone: number;
  /** Rows that stay. `GET /imports/{id}/undo` has the reasons. */
  kept: number;
}

/** A field of a creator, or of an order. */
export type ImportField = "email" | "name" | "firstName" | "lastName" | "status" | "trackingCode" | "commission" | "group" | "profileUrl" | "externalId" | "discountCode" | "discountValue" | "balance" | "orderId" | "amount" | "currency" | "commissionAmount" | "occurredAt" | "customerId";

/** A file with creators or orders. */
export interface ImportInput {
  /** The kind of the rows of the file. `orders` are past orders, which are recorded with `settledElsewhere`. */
  type: "creators" | "orders";
  /** The file: a header and rows, separated by commas, semicolons or tabs. A file from Excel can be sent as `base64`. */
  csv: string;
  /** The program that has written the file, whose names of columns are recognized first. */
  source?: "general" | "rewardful" | "tolt" | "dub" | "firstpromoter" | "refersion" | "partnerstack" | undefined;
  /** `base64`: `csv` contains the bytes of the file, in UTF-8, UTF-16 or Windows-1252. Defaults to `text`. */
  encoding?: "text" | "base64" | undefined;
  /** The field of each column. By default, recognized by the headers in English or German. */
  columns?: readonly (ImportField | null)[] | null | undefined;
}

/** Rows that an undo keeps. */
export interface ImportKept {
  /** At most 100 rows. */
  rows: ImportKeptRowsItem[];
  /** Send it as `after` to read further rows. Null at the end. `rows` can be empty before. */
  next: number | null;
}

/** A response with one resource. */
export interface ImportKeptResponse {
  data: ImportKept;
}

/** At most 100 rows. */
export interface ImportKeptRowsItem {
  /** The number of the row in a spreadsheet. The header has the number 1. */
  number: number;
  /** The creator, or null. */
  affiliateId: string | null;
  /** The order that the row has created, or null. */
  conversionId: string | null;
  /** The reason why the row stays. */
  reason: string;
}

/** A response with a list. */
export interface ImportList {
  /** The items of the page. */
  data: Import[];
  meta: ListMeta;
}

/** The numbers of rows. */
export interface ImportProgress {
  /** Rows with a result. */
  done: number;
  /** Rows of the file. */
  total: number;
  /** Creators or orders that were created. */
  created: number;
  /** Creators that were changed. */
  updated: number;
  /** Creators that already had the values of the row, and orders that were recorded already. */
  unchanged: number;
  /** Creators that exist already, with `onExisting` = `skip`, and orders that an earlier program has taken back. */
  skipped: number;
  /** Rows with problems. Start the import again to retry them. */
  failed: number;
}

/** A response with one resource. */
export interface ImportResponse {
  data: Import;
}

/** Rows of the file of an import. */
export interface ImportRows {
  /** At most 100 rows. */
  rows: ImportRowsRowsItem[];
  /** The numbers of all rows of the file. Null without the query `counts`, and for more than 1000 orders. */
  counts: ImportRowsCounts | null;
  /** Send it as `after` to read the next rows. Null after the last row. `rows` can be empty before. */
  next: number | null;
}

/** The numbers of all rows of the file. Null without the query `counts`, and for more than 1000 orders. */
export interface ImportRowsCounts {
  /** Creators or orders that would be created. */
  created: number;
  /** Creators that would be changed. */
  updated: number;
  /** Creators that already have the values of the row, and orders that are recorded already. */
  unchanged: number;
  /** Creators that exist already, with `onExisting` = `skip`, and orders that an earlier program has taken back. */
  skipped: number;
  /** Rows with problems. */
  failed: number;
}

/** A response with one resource. */
export interface ImportRowsResponse {
  data: ImportRows;
}

/** At most 100 rows. */
export interface ImportRowsRowsItem {
  /** The number of the row in a spreadsheet. The header has the number 1. */
  number: number;
  /** The cells of the row, by field. Empty cells are absent. */
  values: Record<string, string>;
  /** The effect of a start on the row: a prediction, or the result if `isDone`. `fail`: see `problems`. */
  action: "create" | "update" | "unchanged" | "skip" | "fail" | (string & {});
  /** Whether the import has done the row. */
  isDone: boolean;
  /** The creator, or null. */
  affiliateId: string | null;
  /** The reasons why the row fails. */
  problems: ImportRowsRowsItemProblemsItem[];
  /** The result of an undo of the row. Otherwise null. */
  undo: ImportRowsRowsItemUndo | null;
}

/** The reasons why the row fails. */
export interface ImportRowsRowsItemProblemsItem {
  /** The field, or null for the whole row. */
  field: "email" | "name" | "firstName" | "lastName" | "status" | "trackingCode" | "commission" | "group" | "profileUrl" | "externalId" | "discountCode" | "discountValue" | "balance" | "orderId" | "amount" | "currency" | "commissionAmount" | "occurredAt" | "customerId" | (string & {}) | null;
  /** The problem, and the value to write instead. */
  message: string;
  /** A value that would be valid, or null. */
  suggestion: string | null;
}

/** The result of an undo of the row. Otherwise null. */
export interface ImportRowsRowsItemUndo {
  /** True if the row is undone. */
  isUndone: boolean;
  /** The reason why the row stays, or null. */
  reason: string | null;
}

/** The treatment of new and existing creators by an import. */
export interface ImportStart {
  /** `skip` leaves creators as they are who exist already. `update` changes the fields of the file. */
  onExisting: "skip" | "update";
  /** Whether new creators whose row has no status are `invited`. Otherwise they are `active` at once. Defaults to false. */
  invite?: boolean | null | undefined;
}

/** The progress of an undo. Null before. */
export interface ImportUndo {
  /** Rows that are undone. */
  undone: number;
  /** Rows that stay. `GET /imports/{id}/undo` has the reasons. */
  kept: number;
}

/** A creator to invite. */
export interface Invitation {
  /** An e-mail address in any script (RFC 6531), at most 254 bytes in UTF-8 */
  email: string;
  /** Text without control and formatting characters. */
  name?: string | null | undefined;
  /** Generated if absent. Unique in the whole service and 3 to 40 characters; unique in the brand and 2 to 64 characters if the brand has a `linkPrefix`. Letter case is ignored. */
  trackingCode?: string | null | undefined;
  /** The creator’s own rate, which has precedence over all others. Null for none. */
  commissionOverride?: RateInput | null | undefined;
  /** The group of the creator, whose terms apply to later orders. Null for none. */
  group?: string | null | undefined;
  /** The creator’s public page, such as a profile in a social network. Null for none. */
  profileUrl?: string | null | undefined;
  /** The language of the e-mails to the creator. Null for English. */
  language?: MailLanguage | null | undefined;
  /** The e-mails that the creator receives. A creator also turns a kind off with the link in its e-mails: do not turn it on again unless the creator asks for it. */
  mails?: InvitationMails | null | undefined;
  /** The campaigns to add the creator to. */
  campaignIds?: readonly string[] | null | undefined;
  /** Your id, unique among all of this kind in the brand. */
  externalId?: string | null | undefined;
  /** Your own data: at most 50 keys of 40 characters, with texts of 500 characters. */
  metadata?: InvitationMetadata | null | undefined;
}

/** The e-mails that the creator receives. A creator also turns a kind off with the link in its e-mails: do not turn it on again unless the creator asks for it. */
export interface InvitationMails {
  /** The kinds of e-mails that the creator does not receive. */
  off: readonly ("welcome" | "dailyDigest" | "commissionApproved" | "commissionRejected" | "payoutSent" | "payoutDetailsMissing" | "termsChanged" | "disputeAnswered")[];
}

/** Your own data: at most 50 keys of 40 characters, with texts of 500 characters. */
export type InvitationMetadata = Record<string, string>;

/** The creator has all later orders. */
export interface LifetimeAttribution {
  /** Whether, and for how long, later orders of a customer are attributed. */
  type: "lifetime";
}

/** A link of a creator, beside the link with the tracking code. */
export interface Link extends CreatorLink {
  /** The creator who earns with the link. */
  affiliateId: string;
  /** Earlier slugs, the newest first. They lead to the same page. */
  aliases: string[];
  /** The sub ids of clicks whose address names no other. */
  subIds: LinkSubIds | null;
  /** Parameters for web analytics, which take precedence over the brand’s `defaultUtm`. */
  utm: Utm | null;
}

/** The fields of a link to change. */
export interface LinkChanges {
  /** The campaign of the clicks. The creator becomes a member. */
  campaignId?: string | null | undefined;
  /** A name for people. The link does not show it. */
  name?: string | null | undefined;
  /** The word at the end of the link, in the format of a tracking code, ignoring case. Unique over all slugs and tracking codes. */
  slug?: string | undefined;
  /** The page that the link leads to: an `https` URL without port and user name, whose host is one of the brand’s `landingHosts`. */
  to?: string | null | undefined;
  /** The sub ids of clicks whose address names no other. */
  subIds?: SubIds | null | undefined;
  /** Parameters for web analytics, which take precedence over the brand’s `defaultUtm`. */
  utm?: Utm | null | undefined;
}

/** The domain of the links of the brand. */
export interface LinkDomain {
  /** The host name of the links. */
  domain: string;
  /** `verified`: new links begin with the domain. `pending`: they begin with the address of the API. */
  status: "pending" | "verified" | (string & {});
  record: LinkDomainRecord;
  /** ISO 8601 UTC with milliseconds. */
  verifiedAt: string | null;
}

/** The domain of the links of the brand. */
export interface LinkDomainInput {
  /** The host name of the links. */
  domain: string;
}

/** The DNS record that proves that the domain belongs to the brand. */
export interface LinkDomainRecord {
  type: "TXT";
  /** The name of the DNS record. */
  name: string;
  /** The text of the DNS record. It differs for each domain. */
  value: string;
}

/** An event of the group `link.*`. */
export interface LinkEvent {
  /** The id of the event. */
  id: string;
  /** The kind of the event. */
  type: "link.created" | "link.updated" | "link.deleted";
  /** The version of the API whose representation `data` has. */
  apiVersion: "v1";
  /** When it happened. It never decreases along the feed, so it can be slightly later than the change. */
  createdAt: string;
  /** The position of the event in the history of the brand. It increases along the feed, but not always by one. */
  sequence: number;
  actor: Actor;
  /** The id of the changed resource, for example of a creator. */
  resourceId: string;
  data: Link;
  /** The changed fields of `data`. Empty for a creation and a deletion. */
  changes: Record<string, {
    /** The value before the change. */
    before: unknown;
    /** The value after the change. */
    after: unknown;
  }>;
}

/** A link to create. Without `slug`, it gets a word of eight letters and digits. */
export interface LinkInput {
  /** The creator who earns with the link. */
  affiliateId: string;
  /** The campaign of the clicks. The creator becomes a member. */
  campaignId?: string | null | undefined;
  /** A name for people. The link does not show it. */
  name?: string | null | undefined;
  /** The word at the end of the link, in the format of a tracking code, ignoring case. Unique over all slugs and tracking codes. */
  slug?: string | null | undefined;
  /** The page that the link leads to: an `https` URL without port and user name, whose host is one of the brand’s `landingHosts`. */
  to?: string | null | undefined;
  /** The sub ids of clicks whose address names no other. */
  subIds?: SubIds | null | undefined;
  /** Parameters for web analytics, which take precedence over the brand’s `defaultUtm`. */
  utm?: Utm | null | undefined;
}

/** A response with a list. */
export interface LinkList {
  /** The items of the page. */
  data: Link[];
  meta: ListMeta;
}

/** A response with one resource. */
export interface LinkResponse {
  data: Link;
}

/** The sub ids of clicks whose address names no other. */
export type LinkSubIds = Record<string, string>;

/** The texts of the page of a tracking link that cannot redirect. */
export interface LinkTexts {
  /** The heading of the page. */
  title: string;
  /** The text below the heading. It is plain text. */
  message: string;
}

/** The token of a one-time link. */
export interface LinkTokenInput {
  /** The token of the one-time link. */
  token: string;
}

/** The position in a list. */
export interface ListMeta {
  /** Number of items on all pages that match the filters. */
  total: number;
  /** False if more items match than the service counts. `total` is then 10,000. */
  totalIsExact: boolean;
  /** Send it as `cursor` to get the next page. Null on the last page. */
  cursor: string | null;
}

/** A recorded order, as lists return it. */
export interface ListedConversion extends Conversion {
  /** The creator of `affiliateId`, only with `expand=affiliate`. Null for none. */
  affiliate?: Affiliate | null;
  /** The campaign of `campaignId`, only with `expand=campaign`. Null for none, and for a deleted campaign. */
  campaign?: Campaign | null;
}

/** A response with a list. */
export interface ListedConversionList {
  /** The items of the page. */
  data: ListedConversion[];
  meta: ListMeta;
}

/** A new session. */
export interface Login {
  /** A JWT, valid for 24 hours. A server-side secret: never send it to a browser. */
  accessToken: string;
  user: User;
}

/** A response with one resource. */
export interface LoginResponse {
  data: Login;
}

/** The logo of a brand. SVG is refused, because it can contain scripts. */
export interface Logo {
  /** The type of the image. */
  contentType: "image/png" | "image/jpeg" | "image/webp";
  /** The image in Base64: at most 64 KB, and 1024 pixels wide and high. */
  data: string;
}

/** A response with one resource. */
export interface LogoResponse {
  data: Logo;
}

/** Says which sessions end. */
export interface LogoutInput {
  /** `true` ends all sessions of the user. */
  all?: boolean | null | undefined;
}

/** A language of e-mails. */
export type MailLanguage = "en" | "de";

/** A commission without an order. */
export interface ManualCommissionInput {
  /** The creator, of any status. */
  affiliateId: string;
  /** `bonus`, `deduction`, or `openingBalance` for what the creator was owed before. */
  kind: "bonus" | "deduction" | "openingBalance";
  /** At most 10^12 minor units. More than 0, also for a deduction, which becomes a negative commission. Only an opening balance can be less than 0. */
  amount: number | string;
  /** What the commission is for. */
  reason: string;
  /** The campaign that the commission counts for. It cannot be a draft. */
  campaignId?: string | null | undefined;
  /** The time under which reports count the commission, which defaults to now. RFC 3339 with any offset, from 2000-01-01 to 2099-12-31. Fractions of a millisecond are dropped. */
  occurredAt?: string | null | undefined;
}

/** Payment details that cannot be used to pay. */
export interface MaskedPayoutDetails {
  /** The payment method of the creator. */
  type: "sepa" | "paypal" | "wise" | "other" | (string & {});
  /** The name of the account holder. */
  name?: string;
  /** The country and the last four characters of the IBAN. */
  iban?: string;
  /** The first character and the domain of the e-mail address. */
  email?: string;
  /** The last characters of the text. */
  text?: string;
}

/** The caller. */
export interface Me extends BrandUser {
  /** The brand of the user. */
  brand: MeBrand;
}

/** The brand of the user. */
export interface MeBrand {
  /** The id of the brand. */
  id: string;
  /** The name of the brand. */
  name: string;
}

/** A response with one resource. */
export interface MeResponse {
  data: Me;
}

/** The result of a retry. */
export interface MessageRetry {
  /** The number of messages that wait again. */
  retried: number;
  /** Whether further messages match `filter`: send the request again with another key. */
  hasMore: boolean;
}

/** The messages to retry. */
export interface MessageRetryInput {
  /** The messages to retry. Those that are done or wait stay as they are. */
  ids?: readonly string[] | null | undefined;
  /** The oldest 90 messages of a state. */
  filter?: MessageRetryInputFilter | null | undefined;
}

/** The oldest 90 messages of a state. */
export interface MessageRetryInputFilter {
  /** The state of the messages. */
  state: "ignored" | "failed";
}

/** A response with one resource. */
export interface MessageRetryResponse {
  data: MessageRetry;
}

/** The time of the events that the endpoint may not have received, set when it is enabled again. Send it to `POST …/replay` to receive them. */
export interface MissedTime {
  /** ISO 8601 UTC with milliseconds. */
  from: string;
  /** ISO 8601 UTC with milliseconds. */
  to: string;
}

/** A creator whom a file does not pay, and the reason. */
export interface MissingCreator {
  /** The id of the creator. */
  affiliateId: string;
  /** The name of the creator. */
  name: string;
  /** An exact decimal in the brand’s currency. */
  amount: number;
  /** `noDetails`: the creator has no payment details. `held`: they are not used yet. `otherMethod`: they are of another method. `paid`: the line was marked as paid alone. */
  reason: "noDetails" | "held" | "otherMethod" | "paid" | (string & {});
}

/** The creator has the orders of these months. */
export interface MonthsAttribution {
  /** Whether, and for how long, later orders of a customer are attributed. */
  type: "months";
  /** Calendar months from the binding on. */
  months: number;
}

/** The next payment to the creator. */
export interface NextPayout {
  /** `nothing`: nothing is approved. `belowMinimum`: the approved amount is below the minimum of the brand. `waiting`: the next payout of the brand contains the amount. `inProgress`: a payout with the amount is being paid. */
  status: "nothing" | "belowMinimum" | "waiting" | "inProgress" | (string & {});
  /** An exact decimal in the brand’s currency. */
  amount: number;
  /** An exact decimal in the brand’s currency. */
  minimum: number;
}

/** A difference between an order here and in the shop. */
export interface OrderDifference {
  /** The id of the difference. */
  id: string;
  /** `missing`: only the shop has the order. `different`: both have it, with other values. `unknown`: the shop does not have it. */
  kind: "missing" | "different" | "unknown" | (string & {});
  /** The id of the order. */
  orderId: string;
  /** The recorded order. Null for a missing one. */
  conversionId: string | null;
  /** The correction: `record` the order, `correct` its values, `cancel` it, or `none` if a person must decide: see `reason`. */
  proposal: "record" | "correct" | "cancel" | "none" | (string & {});
  /** The values that differ. Amounts are in the currency of the order. */
  changes: OrderDifferenceChangesItem[];
  /** `applied`: the order is equal to the shop’s. `failed`: see `reason`. */
  state: "open" | "applied" | "failed" | (string & {});
  /** A sentence for people, or null. */
  reason: string | null;
}

/** The values that differ. Amounts are in the currency of the order. */
export interface OrderDifferenceChangesItem {
  /** The field. */
  field: string;
  /** The recorded value, or null. */
  recorded: string | null;
  /** The value of the shop, or null. */
  shop: string | null;
}

/** A response with a list. */
export interface OrderDifferenceList {
  /** The items of the page. */
  data: OrderDifference[];
  meta: ListMeta;
}

/** A line item of an order. */
export interface OrderItem {
  /** Your id of the product or variant. */
  sku?: string;
  /** Your id of the product of all variants. */
  productId?: string;
  /** The category of the product. */
  category?: string;
  /** Tags of the product, at most 20. */
  tags?: string[];
  /** The name of the product. */
  name?: string;
  /** The number of units. */
  quantity: number;
  /** The price of one unit, in the currency of the order. */
  price?: number;
}

/** A line item of an order. */
export interface OrderItemInput {
  /** Your id of the product or variant. */
  sku?: string | null | undefined;
  /** Your id of the product of all variants. */
  productId?: string | null | undefined;
  /** The category of the product. */
  category?: string | null | undefined;
  /** Tags of the product, at most 20. */
  tags?: readonly string[] | null | undefined;
  /** The name of the product. */
  name?: string | null | undefined;
  /** The number of units. */
  quantity: number;
  /** The price of one unit, in the currency of the order. */
  price?: number | string | null | undefined;
}

/** The amounts of an order in its own currency. */
export interface OriginalAmounts {
  /** The currency of the order. */
  currency: string;
  /** The commissionable amount. In `original.currency`. */
  amount: number;
  /** The part of `amount` that is refunded. In `original.currency`. */
  refundedAmount: number;
  /** The amount that the customer paid. Null if the order did not say it. In `original.currency`. */
  orderTotal: number | null;
  /** The units of the brand’s currency for one unit of the other currency, as an exact decimal. */
  exchangeRate: string;
  /** Whether a request sent the rate, or it was a stored one. */
  source: "request" | "stored" | (string & {});
  /** The day of the stored rate. Otherwise null. */
  day: string | null;
}

/** A refund in the currency of its order. */
export interface OriginalRefund {
  /** The currency of the order. */
  currency: string;
  /** The refunded amount. In `original.currency`. */
  amount: number;
}

/** Another way to pay the creator. */
export interface OtherDetails {
  /** Another way, which no file but `general` contains. */
  type: "other";
  /** Instructions to pay the creator. */
  text: string;
  /** The tax data. Absent: they stay as they are. Null: they are removed. */
  tax?: TaxData | null | undefined;
}

/** A running campaign of which the creator is a member. */
export interface OwnCampaign {
  /** The id of the campaign. */
  id: string;
  /** The name of the campaign. */
  name: string;
  /** The rate of an order in the campaign. */
  rate: Rate;
  /** Whether products, customers or limits have other rates. */
  hasDetails: boolean;
  /** The tracking link of the creator for the campaign. */
  link: string;
  /** The last day of the campaign. Null for none. */
  endDate: string | null;
}

/** The terms that apply to later orders of the creator. */
export interface OwnTerms {
  /** The rate of an order without a campaign. */
  rate: Rate;
  /** Rates by product, tiers and caps. Null if the simple rate applies. */
  details: Terms | null;
  /** Days from an order until its commission is approved. */
  holdDays: number;
  /** Days after a click in which an order counts for it. */
  attributionWindowDays: number;
}

/** The current password and a code of the second factor. */
export interface PasswordAndFactorProof {
  /** The current password of the user. */
  currentPassword: string;
  /** The current code of the authenticator app, if the user has a second factor. It works once. */
  code?: string | undefined;
  /** A recovery code, instead of `code`. It works once. */
  recoveryCode?: string | undefined;
  /** The solved challenge of a 429, which describes the work. */
  challenge?: PasswordAndFactorProofChallenge | undefined;
}

/** The solved challenge of a 429, which describes the work. */
export interface PasswordAndFactorProofChallenge {
  /** `challenge.token` of the 429. */
  token: string;
  /** The text that you have found. */
  solution: string;
}

/** The current and the new password. */
export interface PasswordChange {
  /** The current password of the user. */
  currentPassword: string;
  /** The new password, of at least 12 characters. */
  newPassword: string;
  /** The solved challenge of a 429, which describes the work. */
  challenge?: PasswordChangeChallenge | null | undefined;
}

/** The solved challenge of a 429, which describes the work. */
export interface PasswordChangeChallenge {
  /** `challenge.token` of the 429. */
  token: string;
  /** The text that you have found. */
  solution: string;
}

/** The current password. */
export interface PasswordProof {
  /** The current password of the user. */
  currentPassword: string;
  /** The solved challenge of a 429, which describes the work. */
  challenge?: PasswordProofChallenge | null | undefined;
}

/** The solved challenge of a 429, which describes the work. */
export interface PasswordProofChallenge {
  /** `challenge.token` of the 429. */
  token: string;
  /** The text that you have found. */
  solution: string;
}

/** A PayPal account. */
export interface PayPalDetails {
  /** A payment with PayPal. */
  type: "paypal";
  /** An e-mail address in any script (RFC 6531), at most 254 bytes in UTF-8 */
  email: string;
  /** The tax data. Absent: they stay as they are. Null: they are removed. */
  tax?: TaxData | null | undefined;
}

/** What each creator is owed. */
export interface PayablesReport {
  /** The time of the report. */
  asOf: string;
  /** The currency of all amounts. */
  currency: string;
  /** The creators with the highest `due`, at most `limit`. */
  rows: PayablesRow[];
  /** The number of all creators with pending or approved commissions. */
  rowsCount: number;
  totals: PayablesTotals;
}

/** A response with one resource. */
export interface PayablesReportResponse {
  data: PayablesReport;
}

/** What one creator is owed, by age. */
export interface PayablesRow extends PayablesTotals {
  /** The id of the creator. */
  affiliateId: string;
  /** The name of the creator. */
  name: string;
  /** The e-mail address of the creator. */
  email: string;
  /** The status of the creator. */
  status: "invited" | "active" | "paused" | "banned" | "applied" | "declined" | (string & {});
  /** Why a payout would exclude the creator, or null. */
  excluded: "invited" | "banned" | "applied" | "declined" | (string & {}) | null;
}

/** The sums over all creators. */
export interface PayablesTotals {
  /** An exact decimal in the brand’s currency. */
  pending: number;
  /** An exact decimal in the brand’s currency. */
  days0To30: number;
  /** An exact decimal in the brand’s currency. */
  days31To60: number;
  /** An exact decimal in the brand’s currency. */
  days61To90: number;
  /** An exact decimal in the brand’s currency. */
  over90Days: number;
  /** An exact decimal in the brand’s currency. */
  inPayout: number;
  /** An exact decimal in the brand’s currency. */
  due: number;
}

/** The payments to each creator. */
export interface PaymentsReport {
  /** The first day, in the time zone of the brand. */
  from: string;
  /** The last day. */
  to: string;
  /** The currency of the amounts. */
  currency: string;
  /** All creators who were paid, the highest sum first. */
  rows: PaymentsRow[];
  totals: PaymentsTotals;
}

/** A response with one resource. */
export interface PaymentsReportResponse {
  data: PaymentsReport;
}

/** The payments to one creator. */
export interface PaymentsRow {
  /** The id of the creator. */
  affiliateId: string;
  /** The name of the creator at the last payment. */
  name: string;
  /** The e-mail address at the last payment. */
  email: string;
  /** The country of the tax residence. */
  country: string | null;
  /** The tax number. */
  taxId: string | null;
  /** An exact decimal in the brand’s currency. */
  amount: number;
  /** The number of payments. */
  paymentsCount: number;
}

/** The sums over all creators. */
export interface PaymentsTotals {
  /** An exact decimal in the brand’s currency. */
  amount: number;
  /** The number of payments. */
  paymentsCount: number;
}

/** A payment run: the approved commissions of the brand, added up for each creator. */
export interface Payout {
  /** The id of the payout. */
  id: string;
  /** `preparing`: approved commissions are being collected. `ready`: the payout can be paid or canceled. `paying`, `reopening`, `canceling`: its commissions are being marked as paid, marked as not paid, or released. The service completes `preparing`, `paying`, `reopening` and `canceling` automatically. `updating`: a line is being marked as paid or failed; the payout then returns to `ready` or `paid`. */
  status: "preparing" | "ready" | "paying" | "paid" | "reopening" | "updating" | "canceling" | "canceled" | (string & {});
  /** The currency of the amounts, which is the brand’s. */
  currency: string;
  /** An exact decimal in the brand’s currency. */
  minimum: number;
  /** The creators of the request; null for all */
  affiliateIds: string[] | null;
  /** The creators whom the request excludes; null for none */
  excludeAffiliateIds: string[] | null;
  /** Only commissions of orders before this time are collected; null for no limit */
  earnedBefore: string | null;
  /** Whether banned creators are paid as well. */
  includeBanned: boolean;
  /** Creators without usable details of this method are excluded. Null for all creators */
  paymentMethod: "sepa" | "paypal" | "wise" | (string & {}) | null;
  /** An exact decimal in the brand’s currency. */
  amount: number;
  /** The number of lines: creators who are paid. */
  affiliatesCount: number;
  /** The number of commissions in the lines. */
  commissionsCount: number;
  /** When the first commission in the lines was created. Null until the payout is ready */
  periodStart: string | null;
  /** When the last commission in the lines was created. Null like `periodStart` */
  periodEnd: string | null;
  /** The number of excluded creators who would be paid otherwise. Their commissions wait for a later payout; 0 until the payout is ready */
  excludedCount: number;
  /** The number of lines that were marked as paid one by one. */
  paidCount: number;
  /** The number of failed lines, which the other figures do not include. */
  failedCount: number;
  /** What a payout that is `preparing` has collected so far. Null for any other status */
  progress: PayoutProgress | null;
  /** Your reference of the payment. Null until the payout is paid. */
  reference: string | null;
  /** When the payout was created. */
  createdAt: string;
  /** When the payout was marked as paid */
  paidAt: string | null;
  /** When the payout was canceled. Otherwise null. */
  canceledAt: string | null;
  /** When the payout was reopened last. Otherwise null. */
  reopenedAt: string | null;
  /** Why the payout was reopened last. */
  reopenReason: string | null;
  /** Why the service has canceled the payout, if nothing was payable after all; otherwise null */
  emptyReason: "nothingOwed" | "belowMinimum" | "creatorsExcluded" | (string & {}) | null;
}

/** The account that SEPA files are debited from, masked. */
export interface PayoutAccount {
  /** The country and the last four characters of the IBAN. */
  iban: string;
  /** The name of the account holder. */
  name: string;
  /** The BIC of the bank, or null. */
  bic: string | null;
}

/** The account that SEPA files are debited from. */
export interface PayoutAccountInput {
  /** An IBAN of a country of SEPA. */
  iban: string;
  /** The name of the account holder. */
  name: string;
  /** The BIC of the bank. */
  bic?: string | undefined;
}

/** Marks a payout as paid, or cancels it. */
export interface PayoutChanges {
  /** `paid` after you have paid the creators. `canceled` releases the commissions. */
  status: "paid" | "canceled";
  /** Your reference of the payment, for example the id of a bank transfer. Required for `paid`, otherwise not allowed. */
  reference?: string | undefined;
}

/** A payout with its first lines. */
export interface PayoutDetail extends Payout {
  /** The first 100 lines; empty until the payout is ready */
  lines: PayoutLine[];
  /** The first 100 excluded creators, who are not paid */
  excluded: PayoutLine[];
}

/** A response with one resource. */
export interface PayoutDetailResponse {
  data: PayoutDetail;
}

/** The payment details and the tax data of a creator, masked. */
export interface PayoutDetails {
  /** The id of the creator. */
  affiliateId: string;
  /** The newest details, or null if there are none. */
  details: MaskedPayoutDetails | null;
  /** Payout files use `details` from this time on. */
  usableFrom: string | null;
  /** The details that payout files use until `usableFrom`; null if there are none. */
  formerDetails: MaskedPayoutDetails | null;
  /** The tax data, or null if there are none. */
  tax: PayoutDetailsTax | null;
  /** The last change; null if there was none. */
  updatedAt: string | null;
}

/** A change of payment details, without their values. */
export interface PayoutDetailsChange {
  /** The id of the creator. */
  affiliateId: string;
  /** Payout files use `details` from this time on. */
  usableFrom: string | null;
  /** The last change; null if there was none. */
  updatedAt: string | null;
  /** The payment method of the creator, or null. */
  type: "sepa" | "paypal" | "wise" | "other" | (string & {}) | null;
  /** Whether tax data are stored. */
  hasTaxData: boolean;
}

/** A change of the payment details or the tax data of a creator. */
export interface PayoutDetailsEvent {
  /** The id of the event. */
  id: string;
  /** The kind of the event. */
  type: "affiliate.payout_details_changed";
  /** The version of the API whose representation `data` has. */
  apiVersion: "v1";
  /** When it happened. It never decreases along the feed, so it can be slightly later than the change. */
  createdAt: string;
  /** The position of the event in the history of the brand. It increases along the feed, but not always by one. */
  sequence: number;
  actor: Actor;
  /** The id of the changed resource, for example of a creator. */
  resourceId: string;
  data: PayoutDetailsChange;
  /** The changed fields of `data`. Empty for a creation and a deletion. */
  changes: Record<string, {
    /** The value before the change. */
    before: unknown;
    /** The value after the change. */
    after: unknown;
  }>;
}

/** The payment details and the tax data of a creator. */
export type PayoutDetailsInput = SepaDetails | PayPalDetails | WiseDetails | OtherDetails;

/** A response with one resource. */
export interface PayoutDetailsResponse {
  data: PayoutDetails;
}

/** The tax data, or null if there are none. */
export interface PayoutDetailsTax {
  /** The country of the tax residence. */
  country: string;
  /** The last characters of the tax number. */
  taxId: string;
}

/** An event of the group `payout.*`. */
export interface PayoutEvent {
  /** The id of the event. */
  id: string;
  /** The kind of the event. */
  type: "payout.created" | "payout.ready" | "payout.paid" | "payout.updated" | "payout.reopened" | "payout.canceled";
  /** The version of the API whose representation `data` has. */
  apiVersion: "v1";
  /** When it happened. It never decreases along the feed, so it can be slightly later than the change. */
  createdAt: string;
  /** The position of the event in the history of the brand. It increases along the feed, but not always by one. */
  sequence: number;
  actor: Actor;
  /** The id of the changed resource, for example of a creator. */
  resourceId: string;
  data: Payout;
  /** The changed fields of `data`. Empty for a creation and a deletion. */
  changes: Record<string, {
    /** The value before the change. */
    before: unknown;
    /** The value after the change. */
    after: unknown;
  }>;
}

/** A file, and who is missing in it. Failed lines are in neither. */
export interface PayoutFile {
  /** `sepa`: pain.001.001.09 for a bank. `paypal`, `wise`: CSV for their mass payments. `general`: CSV with all details. */
  format: "sepa" | "paypal" | "wise" | "general" | (string & {});
  /** The error code that a download has, or null. */
  unavailable: "payout_account_missing" | "payout_currency_unsupported" | "payout_file_empty" | (string & {}) | null;
  /** The lines in the file. */
  linesCount: number;
  /** An exact decimal in the brand’s currency. */
  amount: number;
  /** The lines of the payout that are not in the file. */
  missingCount: number;
  /** An exact decimal in the brand’s currency. */
  missingAmount: number;
  /** The first 100 of them. */
  missing: MissingCreator[];
}

/** The files that pay a payout. */
export interface PayoutFiles {
  /** The id of the payout. */
  payoutId: string;
  /** The currency of the amounts. */
  currency: string;
  /** One for each format. */
  files: PayoutFile[];
}

/** A response with one resource. */
export interface PayoutFilesResponse {
  data: PayoutFiles;
}

/** Limits a new payout to some creators, amounts or orders. */
export interface PayoutInput {
  /** The creators to pay. Defaults to all creators. */
  affiliateIds?: readonly string[] | null | undefined;
  /** Creators who are not paid. Their commissions wait for a later payout. Defaults to none. */
  excludeAffiliateIds?: readonly string[] | null | undefined;
  /** Collects only commissions whose order has an `occurredAt` before this time: the beginning of a day in the time zone of the brand, or an instant. Defaults to no limit. */
  earnedBefore?: string | null | undefined;
  /** Creators who are owed less wait for a later payout. Defaults to `payoutMinimum` of the brand. */
  minimum?: number | null | undefined;
  /** Pays banned creators as well. Defaults to `false`: they are excluded, as invited creators always are. */
  includeBanned?: boolean | null | undefined;
  /** Excludes creators without usable payment details of this method, with the reason `noPayoutDetails`. Defaults to no exclusion. */
  paymentMethod?: "sepa" | "paypal" | "wise" | undefined;
}

/** The payment to one creator, with the name and e-mail address from when the payout became ready */
export interface PayoutLine {
  /** The id of the affiliate. */
  affiliateId: string;
  /** The name of the creator. Absent for API keys without the scope `creators:read`. */
  name?: string;
  /** The e-mail address of the creator. Absent for API keys without the scope `creators:read`. */
  email?: string;
  /** An exact decimal in the brand’s currency. */
  amount: number;
  /** The number of commissions that the amount sums up. */
  commissionsCount: number;
  /** Why the creator is excluded and not paid; null on the lines that are paid */
  reason: "excluded" | "invited" | "banned" | "applied" | "declined" | "noPayoutDetails" | (string & {}) | null;
  /** The status of the line; null for an excluded creator */
  status: "open" | "paid" | "failed" | (string & {}) | null;
  /** When the line was marked as paid, alone or with the payout, also if it failed later. */
  paidAt: string | null;
  /** When the line was marked as failed. */
  failedAt: string | null;
  /** Why the line failed. Null if no reason was given. */
  failureReason: string | null;
}

/** Marks a line as paid, or as failed. */
export interface PayoutLineChanges {
  /** `paid` after you have paid this creator. `failed` frees the commissions for a later payout. */
  status: "paid" | "failed";
  /** Why the payment failed. Not allowed for `paid`. */
  reason?: string | undefined;
}

/** A response with a list. */
export interface PayoutLineList {
  /** The items of the page. */
  data: PayoutLine[];
  meta: ListMeta;
}

/** A response with one resource. */
export interface PayoutLineResponse {
  data: PayoutLine;
}

/** A response with a list. */
export interface PayoutList {
  /** The items of the page. */
  data: Payout[];
  meta: ListMeta;
}

/** The payout that would be created. */
export interface PayoutPreview {
  /** Always `true`: nothing was created. */
  dryRun: true;
  /** The currency of the amounts, which is the brand’s. */
  currency: string;
  /** An exact decimal in the brand’s currency. */
  minimum: number;
  /** The creators of the request; null for all */
  affiliateIds: string[] | null;
  /** The creators whom the request excludes; null for none */
  excludeAffiliateIds: string[] | null;
  /** Only commissions of orders before this time are collected; null for no limit */
  earnedBefore: string | null;
  /** Whether banned creators are paid as well. */
  includeBanned: boolean;
  /** Creators without usable details of this method are excluded. Null for all creators */
  paymentMethod: "sepa" | "paypal" | "wise" | (string & {}) | null;
  /** An exact decimal in the brand’s currency. */
  amount: number;
  /** The number of lines: creators who are paid. */
  affiliatesCount: number;
  /** The number of commissions in the lines. */
  commissionsCount: number;
  /** When the first commission in the lines was created. Null until the payout is ready */
  periodStart: string | null;
  /** When the last commission in the lines was created. Null like `periodStart` */
  periodEnd: string | null;
  /** The number of excluded creators who would be paid otherwise. Their commissions wait for a later payout; 0 until the payout is ready */
  excludedCount: number;
  /** The first 100 lines. */
  lines: PayoutPreviewLine[];
  /** The first 100 excluded creators, who are not paid */
  excluded: PayoutLine[];
  /** Why no payout would be created; null if one would be, and if `isComplete` is `false` */
  emptyReason: "nothingOwed" | "belowMinimum" | "creatorsExcluded" | (string & {}) | null;
  /** `false` if the amounts are not exact, because there were too many commissions to read all of them in time, or because another payout was `preparing`, `updating` or `canceling` */
  isComplete: boolean;
}

/** The payment to one creator that a payout would contain. */
export interface PayoutPreviewLine extends PayoutLine {
  /** Why no payout file would contain the payment now, such as `noDetails`. Null if a file would. */
  notInFile: "noDetails" | "held" | "otherMethod" | "paid" | (string & {}) | null;
}

/** The progress of a payout that is prepared. */
export interface PayoutProgress {
  /** An exact decimal in the brand’s currency. */
  amount: number;
  /** The number of commissions so far. */
  commissionsCount: number;
  /** The number of completed lines, which is 0 until all commissions are collected. */
  affiliatesCount: number;
}

/** Takes back that a payout was marked as paid. */
export interface PayoutReopening {
  /** Why the payout was not paid after all. */
  reason: string;
}

/** A response with one resource. */
export interface PayoutResponse {
  data: Payout;
}

/** A row that changed nothing. */
export interface PayoutResultProblem {
  /** The number of the row. The first row after the header is 1. */
  row: number;
  /** The id in the row. */
  id: string;
  /** `unknownCreator`: the payout has no line with this id. `unknownStatus`: neither paid nor failed, for example pending. `contradiction`: another row of the creator says the opposite. `failedBefore`: a failed line stays failed. */
  problem: "unknownCreator" | "unknownStatus" | "contradiction" | "failedBefore" | (string & {});
}

/** The changes that the results of payments have caused. */
export interface PayoutResults {
  /** The id of the payout. */
  payoutId: string;
  /** The rows of the file. */
  rowsCount: number;
  /** The lines that this request has marked as paid. */
  paidCount: number;
  /** The lines that this request has marked as failed. */
  failedCount: number;
  /** The lines that had this status already. */
  unchangedCount: number;
  /** The lines for which the time was too short: send the file again, with another `Idempotency-Key`. */
  remainingCount: number;
  /** The rows that changed nothing because of a problem. */
  problemsCount: number;
  /** The first 100 of them. */
  problems: PayoutResultProblem[];
}

/** The results of payments. */
export interface PayoutResultsInput {
  /** The origin of the file. */
  format: "sepa" | "paypal" | "wise" | "general";
  /** A CSV file with a header and at most 10,000 rows, separated by commas, semicolons or tabs. It has the id of the creator or of the payment (such as `affiliateId`, `endToEndId`, `Reference ID`, `Unique ID`, `Payment reference`), `status`, and possibly `reason`. */
  csv: string;
  /** The reference of the payout if these rows complete it. Defaults to the format. */
  reference?: string | null | undefined;
}

/** A response with one resource. */
export interface PayoutResultsResponse {
  data: PayoutResults;
}

/** A payout with the commissions that it pays to the creator. */
export interface PayoutStatement extends CreatorPayout {
  /** The newest 100 commissions. `GET /creator/commissions?payoutId=` returns all of them. */
  commissions: CreatorCommission[];
}

/** A response with one resource. */
export interface PayoutStatementResponse {
  data: PayoutStatement;
}

/** The response to “Create a payout”. */
export type PayoutsCreate200Response = PayoutsCreate200ResponseVariant1 | PayoutsCreate200ResponseVariant2;

/** The response to “Create a payout”. */
export interface PayoutsCreate200ResponseVariant1 {
  data: PayoutPreview;
}

/** The response to “Create a payout”. */
export interface PayoutsCreate200ResponseVariant2 {
  /** Nothing was created. */
  data: null;
  meta: EmptyPayoutMeta;
}

/** The performance of a range of days, by group. */
export interface PerformanceReport {
  /** The first day. */
  from: string;
  /** The last day. */
  to: string;
  /** The currency of all amounts. */
  currency: string;
  /** What a row is. */
  groupBy: "day" | "week" | "month" | "affiliate" | "campaign" | "discount" | (string & {});
  /** The first `limit` rows. */
  rows: PerformanceRow[];
  /** The number of all rows, also those beyond `limit`. */
  rowsCount: number;
  totals: PerformanceTotals;
}

/** A response with one resource. */
export interface PerformanceReportResponse {
  data: PerformanceReport;
}

/** The figures of one group. */
export interface PerformanceRow extends PerformanceTotals {
  /** A day, the Monday of a week, a month (`2026-03`), or the id of a creator, a campaign or a discount code. Null means no campaign or no discount code. */
  key: string | null;
  /** The name of the creator or the campaign. Null for a deleted campaign and for a `key` of null. Absent in reports by another group, and for API keys without the scope `creators:read` or `campaigns:read`. */
  name?: string | null;
  /** The e-mail address of the creator. Absent in reports by another group, and for API keys without the scope `creators:read`. */
  email?: string | null;
  /** The discount code. Null for a deleted one and for a `key` of null. Absent in reports by another group, and for API keys without the scope `discounts:read`. */
  code?: string | null;
}

/** The figures of all rows, also those beyond `limit`. */
export interface PerformanceTotals {
  /** Counted clicks. Null if the report is by discount code. */
  clicks: number | null;
  /** Counted clicks that are the first of a visitor. */
  uniqueClicks: number | null;
  /** Orders of creators, including refunded ones, on the day of `occurredAt`. */
  orders: number;
  /** An exact decimal in the brand’s currency. */
  gross: number;
  /** An exact decimal in the brand’s currency. */
  refunds: number;
  /** An exact decimal in the brand’s currency. */
  netRevenue: number;
  /** An exact decimal in the brand’s currency. */
  commission: number;
  /** An exact decimal in the brand’s currency. */
  pendingCommission: number;
  /** An exact decimal in the brand’s currency. */
  approvedCommission: number;
  /** An exact decimal in the brand’s currency. */
  paidCommission: number;
  /** An exact decimal in the brand’s currency. */
  rejectedCommission: number;
  /** An exact decimal in the brand’s currency. */
  reversedCommission: number;
  /** `orders` divided by `clicks`, with 4 decimals. Null without clicks. */
  conversionRate: number | null;
  /** `commission` divided by `clicks`, with 2 more decimals than the currency. Null without clicks. */
  earningsPerClick: number | null;
  /** `gross` divided by `orders`. Null without orders. */
  averageOrderValue: number | null;
}

/** The erasure of the personal data of one person. */
export interface PersonalDataErasure {
  /** The id of the erasure. */
  id: string;
  /** Whose data is erased. */
  subject: "affiliate" | "customer" | (string & {});
  /** The creator. Null for a customer. */
  affiliateId: string | null;
  /** Your id of the customer. Null for a creator, or if the id is an e-mail address. */
  customerId: string | null;
  /** When the erasure was requested. */
  createdAt: string;
  /** When the erasure was complete. Null while it is in progress. */
  completedAt: string | null;
  /** `processing`: continues in the background, usually for less than a minute. `completed`: nothing is left. */
  status: "processing" | "completed" | (string & {});
}

/** A response with one resource. */
export interface PersonalDataErasureResponse {
  data: PersonalDataErasure;
}

/** One record that is stored about a creator. */
export interface PersonalRecord {
  /** The kind of the record. */
  type: "affiliate" | "discount" | "link" | "conversion" | "commission" | "dispute" | "fraudFinding" | "paymentDetails" | "payoutLine" | "membership" | "event" | (string & {});
  /** The record in the form that its own endpoint returns. A line of a payout also has the `payoutId`, and a membership the `campaignId`. */
  data: Record<string, unknown>;
}

/** A response with a list. */
export interface PersonalRecordList {
  /** The events of the page. */
  data: PersonalRecord[];
  meta: PersonalRecordsMeta;
}

/** The position in the records. */
export interface PersonalRecordsMeta {
  /** Send it as `cursor` to get the next page. Null on the last page. */
  cursor: string | null;
}

/** The brand of a creator. */
export interface PortalBrand {
  /** The name of the brand. */
  name: string;
  /** The slug of the brand. */
  slug: string;
  /** The IANA time zone of the days of statistics. */
  timezone: string;
  /** The address of the logo, which everybody can read. A new logo has a new address. Null for none. */
  logoUrl: string | null;
  /** The colour of the pages of the portal. Null for the usual one. */
  color: string | null;
  /** The address for questions of creators, which the portal shows. It also receives answers to e-mails without a `replyTo`. Null for none. */
  supportEmail: string | null;
  /** Whether an active creator can create links. */
  creatorLinks: boolean;
  /** The page to which the link leads without a campaign. Null for none: the link shows an error. */
  landingUrl: string | null;
  /** The hosts of pages to which links can lead. `*.` stands for all below. */
  landingHosts: string[];
}

/** The settings of the portal to change. */
export interface PortalChanges {
  /** `false` if creators cannot sign in. It ends their sessions. */
  enabled?: boolean | undefined;
  /** Whether people can apply to become creators. `closed`: no. `review`: the brand decides about each. `autoAccept`: they become `active` at once, while the plan has room. */
  applications?: "closed" | "review" | "autoAccept" | undefined;
  /** `false` if only the brand creates, changes and deletes links. */
  creatorLinks?: boolean | undefined;
  /** The colour of the pages of the portal. Null for the usual one. */
  color?: string | null | undefined;
  /** The address for questions of creators, which the portal shows. It also receives answers to e-mails without a `replyTo`. Null for none. */
  supportEmail?: string | null | undefined;
  /** The conditions of the program, which people see before they apply. Null for none. */
  termsUrl?: string | null | undefined;
  /** The privacy notice, which people see before they apply. Null for none. */
  privacyUrl?: string | null | undefined;
}

/** Access to the portal for one creator. */
export interface PortalSession {
  /** A one-time link that signs the creator in. It is valid for 15 minutes. */
  url: string;
  /** A JWT with the role `creator`. Send it as `authorization: Bearer`. */
  token: string;
  /** When the token expires. */
  expiresAt: string;
}

/** A response with one resource. */
export interface PortalSessionResponse {
  data: PortalSession;
}

/** The portal for the creators of the brand. */
export interface PortalSettings {
  /** `false` if creators cannot sign in. It ends their sessions. */
  enabled: boolean;
  /** Whether people can apply to become creators. `closed`: no. `review`: the brand decides about each. `autoAccept`: they become `active` at once, while the plan has room. */
  applications: "closed" | "review" | "autoAccept" | (string & {});
  /** `false` if only the brand creates, changes and deletes links. */
  creatorLinks: boolean;
  /** The colour of the pages of the portal. Null for the usual one. */
  color: string | null;
  /** The address for questions of creators, which the portal shows. It also receives answers to e-mails without a `replyTo`. Null for none. */
  supportEmail: string | null;
  /** The conditions of the program, which people see before they apply. Null for none. */
  termsUrl: string | null;
  /** The privacy notice, which people see before they apply. Null for none. */
  privacyUrl: string | null;
  /** The address of the logo, which everybody can read. A new logo has a new address. Null for none. */
  logoUrl: string | null;
}

/** The affiliate program of a brand, as everybody sees it. */
export interface Program {
  /** The name of the brand. */
  name: string;
  /** The present slug of the brand. */
  slug: string;
  /** The address of the logo, which everybody can read. A new logo has a new address. Null for none. */
  logoUrl: string | null;
  /** The colour of the pages of the portal. Null for the usual one. */
  color: string | null;
  /** The conditions of the program, which people see before they apply. Null for none. */
  termsUrl: string | null;
  /** The privacy notice, which people see before they apply. Null for none. */
  privacyUrl: string | null;
  /** The address for questions of creators, which the portal shows. It also receives answers to e-mails without a `replyTo`. Null for none. */
  supportEmail: string | null;
  /** The ISO 4217 currency of the rate. */
  currency: string;
  /** The rate of a new creator. Null if the brand has terms with several rates. */
  rate: Rate | null;
  /** Whether people can apply. */
  acceptsApplications: boolean;
}

/** A response with one resource. */
export interface ProgramResponse {
  data: Program;
}

/** A percentage or a fixed amount. */
export interface Rate {
  /** `percentage` of the order, or a `fixed` amount for each order. */
  type: "percentage" | "fixed" | (string & {});
  /** An exact decimal in the brand’s currency. */
  value: number;
}

/** `value` is a percentage (up to 100, with at most 2 decimals) or an amount in the brand’s currency. */
export interface RateInput {
  /** `percentage` of the order, or a `fixed` amount for each order. */
  type: "percentage" | "fixed";
  /** For `percentage`, the percent, at most 100 with at most 2 decimals. For `fixed`, an amount in the brand’s currency. */
  value: number;
}

/** The answer to the shop. */
export interface ReceivedMessage {
  /** The message is stored. */
  received: true;
}

/** A response with one resource. */
export interface ReceivedMessageResponse {
  data: ReceivedMessage;
}

/** A comparison of recorded orders with those of a shop. */
export interface Reconciliation {
  /** The id of the reconciliation. */
  id: string;
  /** The id of the connection. */
  connectionId: string;
  /** The export of a vendor, or `general`: the columns of `POST /conversions`. */
  format: "shopify" | "woocommerce" | "stripe" | "general" | (string & {});
  /** `comparing` and `applying`: the service works. `compared`: the differences are complete. `failed`: see `failure`. */
  state: "comparing" | "compared" | "applying" | "failed" | (string & {});
  progress: ReconciliationProgress;
  counts: ReconciliationCounts;
  /** The first 20 rows that could not be read. */
  problems: ReconciliationProblemsItem[];
  /** The time of the first order of the file. */
  from: string;
  /** The time of the last order of the file. */
  to: string;
  /** The reason of a failure, or null. */
  failure: string | null;
  /** When the file was sent. */
  createdAt: string;
  /** When the work ended. Null while it continues. */
  completedAt: string | null;
  /** When the file is deleted, or was deleted. */
  fileDeletedAt: string;
}

/** The differences to apply. */
export interface ReconciliationApply {
  /** The differences to apply. Absent: all that are missing or different, and not applied yet. An unknown order is canceled only if it is named, because a file can be incomplete. */
  differenceIds?: readonly string[] | null | undefined;
}

/** The numbers of orders and differences. */
export interface ReconciliationCounts {
  /** Orders that are equal. */
  equal: number;
  /** Orders that the shop has, and that would earn for a creator. */
  missing: number;
  /** Orders with other values. */
  different: number;
  /** Orders of the connection in the time of the file that the file does not have. */
  unknown: number;
  /** Orders that are not recorded, and that nobody would earn with. */
  notAttributed: number;
  /** Unpaid, canceled and test orders that are not recorded. */
  ignored: number;
  /** Rows with problems. */
  unreadable: number;
  /** Differences that were applied. */
  applied: number;
  /** Differences that could not be applied. */
  failed: number;
}

/** The export of a shop. */
export interface ReconciliationInput {
  /** The export of a vendor, or `general`: the columns of `POST /conversions`. */
  format: "shopify" | "woocommerce" | "stripe" | "general";
  /** The file: a header and rows, separated by commas, semicolons or tabs. `general` has the columns `orderId`, `amount` and `occurredAt`, and optionally `orderTotal`, `currency`, `discountCodes`, `clickId`, `trackingCode`, `externalId`, `customerId`, `customerEmail`, `refundedAmount`, `status` (`paid`, `open` or `canceled`) and `test`. */
  csv: string;
  /** `base64`: `csv` contains the bytes of the file, in UTF-8, UTF-16 or Windows-1252. Defaults to `text`. */
  encoding?: "text" | "base64" | undefined;
}

/** A response with a list. */
export interface ReconciliationList {
  /** The items of the page. */
  data: Reconciliation[];
  meta: ListMeta;
}

/** The first 20 rows that could not be read. */
export interface ReconciliationProblemsItem {
  /** The number of the row in a spreadsheet. */
  row: number;
  /** The problem. */
  message: string;
}

/** The progress of the comparison. */
export interface ReconciliationProgress {
  /** Orders of the file that are compared. */
  done: number;
  /** Orders of the file. */
  total: number;
}

/** A response with one resource. */
export interface ReconciliationResponse {
  data: Reconciliation;
}

/** The recovery codes of a second factor. */
export interface RecoveryCodes {
  /** Ten codes, each of which replaces a code of the app once. They are shown only now. */
  recoveryCodes: string[];
}

/** A response with one resource. */
export interface RecoveryCodesResponse {
  data: RecoveryCodes;
}

/** The new token of a session. */
export interface Refresh {
  /** A JWT, valid for 24 hours. A server-side secret: never send it to a browser. */
  accessToken: string;
}

/** A response with one resource. */
export interface RefreshResponse {
  data: Refresh;
}

/** A return of an order. */
export interface Refund {
  /** The id of the refund. */
  id: string;
  /** `applied`: deducted from the order. `pending`: waits for its order. `unapplied`: deducts nothing, because it waited for an order that is in another currency. `reversed`: no longer counts. */
  status: "applied" | "pending" | "unapplied" | "reversed" | (string & {});
  /** Your id of the order. */
  orderId: string;
  /** The conversion of the order. Null for a pending refund. */
  conversionId: string | null;
  /** Your id of the refund. */
  refundId: string;
  /** An exact decimal in the brand’s currency. */
  amount: number;
  /** An exact decimal in the brand’s currency. */
  requestedAmount: number;
  /** The currency of `requestedAmount`. */
  requestedCurrency: string;
  /** The currency of `amount`: the brand’s, or while the refund is pending that of the request. */
  currency: string;
  /** The refund in the currency of its order. Null for an order in the brand’s currency, and while the refund is pending. */
  original: OriginalRefund | null;
  /** The id of the clawback, if the refund created one. Otherwise null. */
  commissionId: string | null;
  /** The time of the refund. */
  occurredAt: string;
  /** Why the order was refunded. Null for none. */
  reason: string | null;
  /** When the refund was recorded. */
  createdAt: string;
  /** When a pending refund is dropped if its order does not arrive. Otherwise null. */
  expiresAt: string | null;
  /** When the refund was reversed. Otherwise null. */
  reversedAt: string | null;
  /** Why it was reversed. Null for none. */
  reversalReason: string | null;
  /** The id of the supplement, if the reversal created one. Otherwise null. */
  supplementId: string | null;
}

/** The action of the rule about refunds, and its limits. */
export interface RefundFraudRule {
  /** `notify`: creates a finding about the creator. `hold`: also holds the further commissions of the creator until the finding is decided. */
  action: "notify" | "hold";
  /** The percentage of refunded orders from which on the rule matches. */
  percent?: number | undefined;
  /** The rule needs at least so many orders. */
  orders?: number | undefined;
}

/** The action of the rule about refunds, and its limits. */
export interface RefundFraudRuleOutput {
  /** `notify`: creates a finding about the creator. `hold`: also holds the further commissions of the creator until the finding is decided. */
  action: "notify" | "hold" | (string & {});
  /** The percentage of refunded orders from which on the rule matches. */
  percent: number;
  /** The rule needs at least so many orders. */
  orders: number;
}

/** A return of an order, in whole or in part. */
export interface RefundInput {
  /** Your id of the refund, unique per order. Letter case counts. */
  refundId: string | number;
  /** Defaults to the amount that is not yet refunded, also if it is null. */
  amount?: number | string | null | undefined;
  /** The currency of `amount`: that of the order, which is the default, or the brand’s. */
  currency?: string | null | undefined;
  /** The time of the refund, which defaults to now. Not before the order. Figures count the refund on this day. RFC 3339 with any offset, from 2000-01-01 to 2099-12-31. Fractions of a millisecond are dropped. */
  occurredAt?: string | null | undefined;
  /** Why the order was refunded, for your own use. */
  reason?: string | null | undefined;
}

/** A response with a list. */
export interface RefundList {
  /** The items of the page. */
  data: Refund[];
  meta: ListMeta;
}

/** A return of an order, which may be recorded later. */
export interface RefundOfOrderInput {
  /** Your id of the order, which may be recorded later. */
  orderId: string | number;
  /** Your id of the refund, unique per order. Letter case counts. */
  refundId: string | number;
  /** Required if the order is not recorded yet. Defaults to the amount that is not yet refunded, also if it is null. */
  amount?: number | string | null | undefined;
  /** The currency of `amount`: that of the order or the brand’s. Defaults to that of the order, or to the brand’s if the order is not recorded yet. */
  currency?: string | null | undefined;
  /** The time of the refund, which defaults to now. Not before the order. Figures count the refund on this day. RFC 3339 with any offset, from 2000-01-01 to 2099-12-31. Fractions of a millisecond are dropped. */
  occurredAt?: string | null | undefined;
  /** Why the order was refunded, for your own use. */
  reason?: string | null | undefined;
}

/** A response with one resource. */
export interface RefundResponse {
  data: Refund;
}

/** Reverses a refund. */
export interface RefundReversalInput {
  /** Why the refund is reversed, for your own use. */
  reason?: string | null | undefined;
}

/** Rejects a commission. */
export interface RejectionInput {
  /** Why the commission is rejected. */
  reason: string;
}

/** The result of one commission of a bulk rejection. */
export type RejectionResult = RejectionResultRejected | RejectionResultFailed;

/** The result of one commission of a bulk rejection. */
export interface RejectionResultFailed {
  /** The place of the item in the request, from 0. */
  index: number;
  /** Nothing has changed. `error` says why. */
  status: "failed";
  error: ServiceError;
}

/** A response with a list. */
export interface RejectionResultList {
  /** One result for each item, in the order of the request. */
  data: RejectionResult[];
  meta: RejectionsMeta;
}

/** The result of one commission of a bulk rejection. */
export interface RejectionResultRejected {
  /** The place of the item in the request, from 0. */
  index: number;
  /** The commission is rejected. */
  status: "rejected";
  commission: Commission;
}

/** Several commissions to reject. */
export interface RejectionsInput {
  /** The ids of the commissions to reject. */
  ids?: readonly string[] | null | undefined;
  /** Selects the commissions instead of `ids`, up to 100 in a request. */
  filter?: RejectionsInputFilter | null | undefined;
  /** `meta.cursor` of the previous response. Send it with the same `filter`. */
  cursor?: string | null | undefined;
  /** Why the commissions are rejected. */
  reason: string;
}

/** Selects the commissions instead of `ids`, up to 100 in a request. */
export interface RejectionsInputFilter {
  /** The status of the commissions. */
  status: "pending" | "approved";
  /** The commissions of this creator. */
  affiliateId?: string | null | undefined;
  /** The commissions that count for this campaign. */
  campaignId?: string | null | undefined;
  /** True for commissions that wait for a review, false for all others. Both by default. */
  held?: boolean | null | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | null | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | null | undefined;
}

/** The counts of a bulk rejection. */
export interface RejectionsMeta {
  /** All items of the request. */
  total: number;
  /** The items that failed. */
  failed: number;
  /** With a `filter`: not null if more may match. Send it to continue. */
  cursor: string | null;
  /** The commissions that are rejected now. */
  rejected: number;
}

/** A code of the new secret. */
export interface SecondFactorConfirmation {
  /** The current code of the authenticator app for the new secret. */
  code: string;
}

/** A second factor that is not confirmed yet. */
export interface SecondFactorSetup {
  /** The secret in base32, for apps that cannot scan `uri`. */
  secret: string;
  /** An `otpauth://` URI. Show it as a QR code. */
  uri: string;
}

/** A response with one resource. */
export interface SecondFactorSetupResponse {
  data: SecondFactorSetup;
}

/** A bank account in SEPA. */
export interface SepaDetails {
  /** A credit transfer of SEPA. */
  type: "sepa";
  /** An IBAN of a country of SEPA. */
  iban: string;
  /** The name of the account holder. */
  name: string;
  /** The tax data. Absent: they stay as they are. Null: they are removed. */
  tax?: TaxData | null | undefined;
}

/** The body of every error of the service. */
export interface ServiceError {
  /** HTTP status. */
  statusCode: number;
  /** The problem in words. */
  message: string;
  /** Reason phrase of the HTTP status. */
  error: string;
  code: ErrorCode;
  /** One entry for each invalid field of a 400, and for each field that a `code` concerns. The path of the body itself is empty. */
  details?: ErrorDetail[];
  /** Only with the code `login_challenge`. Send `token` and `solution` in the field `challenge` of the login, within 15 minutes and once. */
  challenge?: ServiceErrorChallenge;
}

/** Only with the code `login_challenge`. Send `token` and `solution` in the field `challenge` of the login, within 15 minutes and once. */
export interface ServiceErrorChallenge {
  /** Send it back unchanged. */
  token: string;
  /** Find a `solution` for which the SHA-256 hash of `<token>.<solution>` begins with at least this many zero bits. */
  difficulty: number;
}

/** An OpenAPI 3.1 document. */
export type ServiceOpenapi200Response = Record<string, unknown>;

/** The settings of the brand, with its plan and subscription. */
export interface Settings extends Brand {
  /** The plan of the brand. */
  plan: "starter" | "growth" | "scale" | (string & {});
  /** The status of the subscription. */
  subscriptionStatus: "active" | "past_due" | "canceled" | (string & {});
}

/** An event of the group `settings.*`. */
export interface SettingsEvent {
  /** The id of the event. */
  id: string;
  /** The kind of the event. */
  type: "settings.updated";
  /** The version of the API whose representation `data` has. */
  apiVersion: "v1";
  /** When it happened. It never decreases along the feed, so it can be slightly later than the change. */
  createdAt: string;
  /** The position of the event in the history of the brand. It increases along the feed, but not always by one. */
  sequence: number;
  actor: Actor;
  /** The id of the changed resource, for example of a creator. */
  resourceId: string;
  data: Settings;
  /** The changed fields of `data`. Empty for a creation and a deletion. */
  changes: Record<string, {
    /** The value before the change. */
    before: unknown;
    /** The value after the change. */
    after: unknown;
  }>;
}

/** The access to the API of a shop. */
export interface ShopAccess {
  /** The https address of the shop. Its host must be public. Required for Shopify (`https://….myshopify.com`) and WooCommerce. */
  storeUrl?: string | undefined;
  /** Stripe: a restricted key that may write coupons and promotion codes. Shopify: an access token with `read_discounts` and `write_discounts`. WooCommerce: the consumer key with read and write access. */
  key: string;
  /** WooCommerce: the consumer secret. */
  secret?: string | undefined;
}

/** A message of a shop. */
export interface ShopMessage {
  /** The id of the message. */
  id: string;
  /** `waiting`: the service applies the message soon. `done`: applied. `ignored`: the message needs nothing, see `reason`. `failed`: see `reason`; retry it after you have solved the problem. */
  state: "waiting" | "done" | "ignored" | "failed" | (string & {});
  /** The kind of the message in the shop. */
  topic: string;
  /** The `orderId` of the order, or null. */
  orderId: string | null;
  /** A sentence for people, or null. */
  reason: string | null;
  /** Whether the order is in the test data of the brand. */
  isTest: boolean;
  /** Attempts to apply the message. */
  attempts: number;
  /** When the shop sent the message first. */
  receivedAt: string;
}

/** A response with a list. */
export interface ShopMessageList {
  /** The items of the page. */
  data: ShopMessage[];
  meta: ListMeta;
}

/** The creator who wants to sign in. */
export interface SignInLinkInput {
  /** The slug of the brand, also a former one. */
  brand: string;
  /** The e-mail address of the creator. */
  email: string;
  /** The language of the e-mail to a creator without a language. Defaults to English. */
  language?: MailLanguage | null | undefined;
}

/** A calculation of what past orders would have earned by terms. */
export interface Simulation {
  /** The id of the simulation. */
  id: string;
  /** `running`: the service still calculates. `completed`: the totals are final, and the creators are listed. `failed`: see `failure`. */
  status: "running" | "completed" | "failed" | (string & {});
  /** The terms of the request. */
  terms: Terms;
  /** The first day or instant of the orders, as in the request. */
  from: string;
  /** The last day or instant of the orders, as in the request. */
  to: string;
  /** The creator of the request, or null. */
  affiliateId: string | null;
  /** The campaign of the request, or null. */
  campaignId: string | null;
  /** The currency of all amounts. */
  currency: string;
  /** The number of creators with orders. It grows while the simulation is running. */
  creatorsCount: number;
  totals: SimulationTotals;
  /** Why the simulation failed. Otherwise null. */
  failure: string | null;
  /** When the simulation was requested. */
  createdAt: string;
  /** When it was completed. Otherwise null. */
  completedAt: string | null;
  /** When the service forgets the simulation. */
  expiresAt: string;
}

/** What the orders of a creator would have earned. */
export interface SimulationCreator extends SimulationTotals {
  /** The creator. */
  affiliateId: string;
}

/** A response with a list. */
export interface SimulationCreatorList {
  /** The items of the page. */
  data: SimulationCreator[];
  meta: ListMeta;
}

/** Terms, and the past orders to apply them to. */
export interface SimulationInput {
  terms: TermsInput;
  /** The first day in the time zone of the brand, or the first instant, of the orders. */
  from: string;
  /** The last day in the time zone of the brand, or the last instant, of the orders. Within 366 days of `from`. */
  to: string;
  /** Only orders of this creator. */
  affiliateId?: string | null | undefined;
  /** Only orders of this campaign. */
  campaignId?: string | null | undefined;
}

/** A response with one resource. */
export interface SimulationResponse {
  data: Simulation;
}

/** The sums of all creators. They grow while the simulation is running. */
export interface SimulationTotals {
  /** The number of orders, without those that are canceled or refunded in full. */
  orders: number;
  /** An exact decimal in the brand’s currency. */
  revenue: number;
  /** An exact decimal in the brand’s currency. */
  earned: number;
  /** An exact decimal in the brand’s currency. */
  simulated: number;
  /** An exact decimal in the brand’s currency. */
  tierSupplement: number;
  /** An exact decimal in the brand’s currency. */
  monthlyCap: number;
  /** An exact decimal in the brand’s currency. */
  difference: number;
}

/** The parameters `sub1` to `sub5` of the link that the visitor followed. */
export interface SubIds {
  /** A text by which a creator tells posts apart. */
  sub1?: string | undefined;
  /** A text by which a creator tells posts apart. */
  sub2?: string | undefined;
  /** A text by which a creator tells posts apart. */
  sub3?: string | undefined;
  /** A text by which a creator tells posts apart. */
  sub4?: string | undefined;
  /** A text by which a creator tells posts apart. */
  sub5?: string | undefined;
}

/** The contract between the brand and this service. */
export interface Subscription {
  /** The plan of the brand. */
  plan: "starter" | "growth" | "scale" | (string & {});
  /** The status of the subscription. A canceled one has the terms of the Starter plan. */
  status: "active" | "past_due" | "canceled" | (string & {});
  /** The end of the current billing period. */
  currentPeriodEnd: string;
  /** The creators that count toward the limit of the plan: all but the banned ones. */
  creatorsUsed: number;
  /** The creators that the plan allows. */
  creatorsLimit: number;
}

/** A response with one resource. */
export interface SubscriptionResponse {
  data: Subscription;
}

/** The tax data of a creator. */
export interface TaxData {
  /** The country of the tax residence, an ISO 3166-1 alpha-2 code. */
  country: string;
  /** The tax number. One that begins with the country’s prefix of VAT numbers must be a valid VAT number. */
  taxId: string;
}

/** Rates by line item and customer, tiers, caps, and amounts for leads and signups. */
export interface Terms {
  rate: TermsRate;
  /** The first rule that matches a line item and the customer applies to the item. Items without one earn `rate`. At most 50. */
  rules: TermsRulesItem[];
  tiers?: Tiers;
  /** Limits of what is earned. */
  caps: TermsCaps;
  /** The fixed amount that a lead earns. Without it, a lead earns nothing. */
  lead?: Rate;
  /** The fixed amount that a signup earns. Without it, a signup earns nothing. */
  signup?: Rate;
}

/** The terms of a brand, a campaign, a creator or a group of creators. */
export interface TermsAnswer {
  /** The terms that apply now. Null for none. */
  terms: Terms | null;
  /** From when on they apply. Null if none were ever set. */
  validFrom: string | null;
  /** The 50 latest versions, the latest `validFrom` first. They include those of the future. */
  versions: TermsVersion[];
}

/** A response with one resource. */
export interface TermsAnswerResponse {
  data: TermsAnswer;
}

/** Limits of what is earned. */
export interface TermsCaps {
  /** The most that one order earns. */
  perOrder?: number;
  /** The most that a creator earns by these terms in a calendar month, in the brand’s time zone. A negative commission takes back what is approved above it. */
  perMonth?: number;
}

/** The terms, and from when on they apply. */
export interface TermsChange {
  /** Null for no terms: the simple rates apply again. */
  terms: TermsInput | null;
  /** From when on orders are judged by the terms, by their `occurredAt`. Not in the past. Defaults to now. RFC 3339 with any offset, from 2000-01-01 to 2099-12-31. Fractions of a millisecond are dropped. */
  validFrom?: string | undefined;
}

/** A version of the terms of a brand, a campaign, a creator or a group of creators. */
export interface TermsEvent {
  /** The id of the event. */
  id: string;
  /** The kind of the event. */
  type: "affiliate.terms_updated" | "affiliate.group_terms_updated" | "campaign.terms_updated" | "settings.terms_updated";
  /** The version of the API whose representation `data` has. */
  apiVersion: "v1";
  /** When it happened. It never decreases along the feed, so it can be slightly later than the change. */
  createdAt: string;
  /** The position of the event in the history of the brand. It increases along the feed, but not always by one. */
  sequence: number;
  actor: Actor;
  /** The id of the changed resource, for example of a creator. */
  resourceId: string;
  data: TermsVersion;
  /** The changed fields of `data`. Empty for a creation and a deletion. */
  changes: Record<string, {
    /** The value before the change. */
    before: unknown;
    /** The value after the change. */
    after: unknown;
  }>;
}

/** Rates by line item and customer, tiers, caps, and amounts for leads and signups. */
export interface TermsInput {
  rate: TermsRateInput;
  /** The first rule that matches a line item and the customer applies to the item. Items without one earn `rate`. At most 50. */
  rules?: readonly TermsRuleInput[] | undefined;
  tiers?: TiersInput | undefined;
  /** Limits of what is earned. */
  caps?: TermsInputCaps | undefined;
  /** The fixed amount that a lead earns. Without it, a lead earns nothing. */
  lead?: FixedRateInput | undefined;
  /** The fixed amount that a signup earns. Without it, a signup earns nothing. */
  signup?: FixedRateInput | undefined;
}

/** Limits of what is earned. */
export interface TermsInputCaps {
  /** The most that one order earns. */
  perOrder?: number | undefined;
  /** The most that a creator earns by these terms in a calendar month, in the brand’s time zone. A negative commission takes back what is approved above it. */
  perMonth?: number | undefined;
}

/** The line items that a rule applies to, by one of `sku`, `productId`, `category`, `tag`. */
export interface TermsMatch {
  /** An item matches if it has one of these values. Letter case counts. */
  sku?: readonly string[] | undefined;
  /** An item matches if it has one of these values. Letter case counts. */
  productId?: readonly string[] | undefined;
  /** An item matches if it has one of these values. Letter case counts. */
  category?: readonly string[] | undefined;
  /** An item matches if it has one of these values. Letter case counts. */
  tag?: readonly string[] | undefined;
}

/** A percentage, or a fixed amount for each order or item. */
export interface TermsRate {
  /** `percentage` of the order, or a `fixed` amount for each order. */
  type: "percentage" | "fixed" | (string & {});
  /** An exact decimal in the brand’s currency. */
  value: number;
  /** A fixed amount is earned once for each `order`, or for each `item`: times its `quantity`. */
  per: "order" | "item" | (string & {});
}

/** A percentage, or a fixed amount for each order or item. */
export interface TermsRateInput {
  /** `percentage` of the order, or a `fixed` amount for each order. */
  type: "percentage" | "fixed";
  /** For `percentage`, the percent, at most 100 with at most 2 decimals. For `fixed`, an amount in the brand’s currency. */
  value: number;
  /** A fixed amount is earned once for each `order`, or for each `item`: times its `quantity`. */
  per?: "order" | "item" | undefined;
}

/** A rate for some line items or customers, or their exclusion. */
export interface TermsRuleInput {
  match?: TermsMatch | undefined;
  /** Limits the rule to orders of `new` or of `returning` customers. An order is of a new customer if it is the first recorded sale of the customer, or if its `isNewCustomer` says so. */
  customers?: "new" | "returning" | undefined;
  rate?: TermsRateInput | undefined;
  /** Always `true`: the items earn nothing. */
  excluded?: true | undefined;
}

/** The first rule that matches a line item and the customer applies to the item. Items without one earn `rate`. At most 50. */
export interface TermsRulesItem {
  match?: TermsMatch;
  /** Limits the rule to orders of `new` or of `returning` customers. An order is of a new customer if it is the first recorded sale of the customer, or if its `isNewCustomer` says so. */
  customers?: "new" | "returning" | (string & {});
  rate?: TermsRate;
  /** Always `true`: the items earn nothing. */
  excluded?: true;
}

/** Terms that apply until those of a later version do. */
export interface TermsVersion {
  /** The brand, the campaign or the creator that has the terms, or the name of the group. */
  ownerId: string;
  /** From when on the terms apply. */
  validFrom: string;
  /** When the version was set. */
  createdAt: string;
  /** Null if the simple rates apply from then on. */
  terms: Terms | null;
}

/** The clock of the test data. */
export interface TestClock {
  /** The present time of the test data. */
  now: string;
  /** How far the clock is ahead of the real time. */
  aheadBySeconds: number;
  /** Links of test mode have this text before the tracking code: `/v1/tracking/ref/{linkPrefix}{code}`. It changes with a reset. */
  linkPrefix: string;
}

/** The clock of the test data after a move, and the work that was due. */
export interface TestClockMove {
  /** The present time of the test data. */
  now: string;
  /** How far the clock is ahead of the real time. */
  aheadBySeconds: number;
  /** Links of test mode have this text before the tracking code: `/v1/tracking/ref/{linkPrefix}{code}`. It changes with a reset. */
  linkPrefix: string;
  /** Commissions that were approved automatically, because their hold has ended. */
  approvedCommissions: number;
  /** False if more commissions are due. They are approved within the next hour, or by the next move. */
  isComplete: boolean;
}

/** A response with one resource. */
export interface TestClockMoveResponse {
  data: TestClockMove;
}

/** A response with one resource. */
export interface TestClockResponse {
  data: TestClock;
}

/** The body of the request “Move the test clock”. */
export interface TestModeMoveClockInput {
  /** How far to move the clock ahead: an ISO 8601 duration in weeks, days, hours, minutes and seconds, at most 400 days. */
  advance?: string | null | undefined;
  /** The new time of the clock, not before its present time, at most 400 days after it, and at most 3,650 days after the real time. RFC 3339 with any offset, from 2000-01-01 to 2099-12-31. Fractions of a millisecond are dropped. */
  at?: string | null | undefined;
}

/** Rates that depend on what a creator has sold in a month. */
export interface Tiers {
  /** What the steps count in a calendar month, in the brand’s time zone: the `revenue` without refunds, or the number of `orders`. Only orders by these terms whose commission is approved or paid count. */
  by: "revenue" | "orders" | (string & {});
  /** The orders that earn the rate of a step: `followingOrders` those after it was reached, or `wholeMonth` all orders of the month. */
  appliesTo: "followingOrders" | "wholeMonth" | (string & {});
  /** The highest step that is reached applies, and below the first one `rate`. At most 10, in ascending order of `from`. */
  steps: TiersStepsItem[];
}

/** Rates that depend on what a creator has sold in a month. */
export interface TiersInput {
  /** What the steps count in a calendar month, in the brand’s time zone: the `revenue` without refunds, or the number of `orders`. Only orders by these terms whose commission is approved or paid count. */
  by: "revenue" | "orders";
  /** The orders that earn the rate of a step: `followingOrders` those after it was reached, or `wholeMonth` all orders of the month. */
  appliesTo: "followingOrders" | "wholeMonth";
  /** The highest step that is reached applies, and below the first one `rate`. At most 10, in ascending order of `from`. */
  steps: readonly TiersInputStepsItem[];
}

/** The highest step that is reached applies, and below the first one `rate`. At most 10, in ascending order of `from`. */
export interface TiersInputStepsItem {
  /** Above 0. The revenue in the brand’s currency, or the whole number of orders, from which on the rate applies. */
  from: number;
  /** Replaces `rate` of the terms. Items with a rule keep the rate of the rule. */
  rate: RateInput;
}

/** The highest step that is reached applies, and below the first one `rate`. At most 10, in ascending order of `from`. */
export interface TiersStepsItem {
  /** An exact decimal in the brand’s currency. */
  from: number;
  /** Replaces `rate` of the terms. Items with a rule keep the rate of the rule. */
  rate: Rate;
}

/** A one-time token and a new password. */
export interface TokenAndPassword {
  /** The token of the link in the e-mail: the part after `=`. It works once. */
  token: string;
  /** The new password, of at least 12 characters. */
  password: string;
}

/** The figures of one creator. */
export interface TopCreator {
  /** The id of the creator. */
  affiliateId: string;
  /** The name of the creator. */
  name: string;
  /** The e-mail address of the creator. */
  email: string;
  /** Counted clicks. */
  clicks: number;
  /** Counted clicks that are the first of a visitor. */
  uniqueClicks: number;
  /** Orders of creators, including refunded ones, on the day of `occurredAt`. */
  orders: number;
  /** An exact decimal in the brand’s currency. */
  netRevenue: number;
  /** An exact decimal in the brand’s currency. */
  commission: number;
}

/** The creators with the highest net revenue. */
export interface TopCreatorsReport {
  /** The first day. */
  from: string;
  /** The last day. */
  to: string;
  /** The currency of all amounts. */
  currency: string;
  /** The creators with the highest `netRevenue`, at most `limit`. */
  creators: TopCreator[];
}

/** A response with one resource. */
export interface TopCreatorsReportResponse {
  data: TopCreatorsReport;
}

/** The position in the audit trail. */
export interface TrailMeta {
  /** Send it as `cursor` to get older entries. Null on the last page. */
  cursor: string | null;
}

/** The use of the plan’s limits. */
export interface Usage {
  /** The plan of the brand. */
  plan: "starter" | "growth" | "scale" | (string & {});
  /** The begin of the current billing period. */
  currentPeriodStart: string;
  /** The end of the current billing period. */
  currentPeriodEnd: string;
  /** The use of creators. Banned creators do not count as used. */
  creators: UsageCreators;
  /** The use of campaigns. Ended campaigns do not count as used. */
  campaigns: UsageCampaigns;
}

/** The use of campaigns. Ended campaigns do not count as used. */
export interface UsageCampaigns {
  /** How many count toward the limit of the plan now. */
  used: number;
  /** How many the plan allows. Null if it has no limit. */
  limit: number | null;
  /** The creations of the current billing period. */
  created: number;
  /** The creations that the plan allows in a billing period. Null if it has no limit. */
  creationLimit: number | null;
}

/** The use of creators. Banned creators do not count as used. */
export interface UsageCreators {
  /** How many count toward the limit of the plan now. */
  used: number;
  /** How many the plan allows. Null if it has no limit. */
  limit: number | null;
  /** The creations of the current billing period. */
  created: number;
  /** The creations that the plan allows in a billing period. Null if it has no limit. */
  creationLimit: number | null;
}

/** A response with one resource. */
export interface UsageResponse {
  data: Usage;
}

/** A user of the brand. */
export interface User {
  /** The id of the user. */
  id: string;
  /** The e-mail address of the user. */
  email: string;
  /** The id of the brand. */
  brandId: string;
}

/** The fields of a user to change. */
export interface UserChanges {
  /** `admin` reads and writes all data of the brand. `member` reads all data and writes campaigns and creators. */
  role?: "admin" | "member" | undefined;
  /** The name of the person. */
  name?: string | undefined;
}

/** An event of the group `user.*`. */
export interface UserEvent {
  /** The id of the event. */
  id: string;
  /** The kind of the event. */
  type: "user.invited" | "user.created" | "user.activated" | "user.password_changed" | "user.sessions_ended" | "user.updated" | "user.deleted";
  /** The version of the API whose representation `data` has. */
  apiVersion: "v1";
  /** When it happened. It never decreases along the feed, so it can be slightly later than the change. */
  createdAt: string;
  /** The position of the event in the history of the brand. It increases along the feed, but not always by one. */
  sequence: number;
  actor: Actor;
  /** The id of the changed resource, for example of a creator. */
  resourceId: string;
  data: BrandUser;
  /** The changed fields of `data`. Empty for a creation and a deletion. */
  changes: Record<string, {
    /** The value before the change. */
    before: unknown;
    /** The value after the change. */
    after: unknown;
  }>;
}

/** A user to invite. */
export interface UserInput {
  /** The address that receives the invitation. Unique in the brand. */
  email: string;
  /** `admin` reads and writes all data of the brand. `member` reads all data and writes campaigns and creators. */
  role: "admin" | "member";
  /** The name of the person. */
  name?: string | null | undefined;
}

/** Parameters that web analytics read. `{trackingCode}` in a text stands for the tracking code of the creator. */
export interface Utm {
  /** The parameter `utm_source`. */
  source?: string | undefined;
  /** The parameter `utm_medium`. */
  medium?: string | undefined;
  /** The parameter `utm_campaign`. */
  campaign?: string | undefined;
  /** The parameter `utm_term`. */
  term?: string | undefined;
  /** The parameter `utm_content`. */
  content?: string | undefined;
}

/** A part of the request that the service ignored. */
export interface Warning {
  /** A stable name of the warning. More names may be added. - `customer_email_ignored`: `customerEmail` has no e-mail address. A self-referral cannot be detected, so the commission is held for review. - `refund_unapplied`: A refund that waited for the order names a currency that is neither the order’s nor the brand’s. It deducts nothing. - `line_item_ignored`: A line item is invalid, or above the number that an order can have. It is not stored. */
  code: "customer_email_ignored" | "refund_unapplied" | "line_item_ignored" | (string & {});
  /** The field that was ignored. */
  path: string;
  /** Says what was ignored, for people. */
  message: string;
}

/** A webhook endpoint, without its secret. */
export interface WebhookEndpoint {
  /** The id of the webhook endpoint. */
  id: string;
  /** The URL that receives the events. Only the response to its creation is complete. Elsewhere `…` hides the query, and the path of a URL for Slack or Discord, because they can be secret. */
  url: string;
  /** The types of events that it receives. */
  events: string[];
  /** Your description of the endpoint. */
  description: string | null;
  /** `json` sends the event. `slack` and `discord` send one line of text, in the form that these services accept. */
  format: "json" | "slack" | "discord" | (string & {});
  /** Whether the endpoint receives events. */
  status: "enabled" | "disabled" | (string & {});
  /** The time from which it is disabled. Null while it is enabled. */
  disabledAt: string | null;
  /** Why it is disabled. `request`: a user disabled it. `gone`: it answered 410. `failing`: all attempts of five days have failed. */
  disabledReason: "request" | "gone" | "failing" | (string & {}) | null;
  /** The time of the events that the endpoint may not have received before it was last enabled. Null if it was never disabled. */
  missed: MissedTime | null;
  /** The last change of the URL. */
  urlChangedAt: string | null;
  /** The last rotation of the secret. */
  secretRotatedAt: string | null;
  /** ISO 8601 UTC with milliseconds. */
  createdAt: string;
}

/** An event of the group `webhook_endpoint.*`. */
export interface WebhookEndpointEvent {
  /** The id of the event. */
  id: string;
  /** The kind of the event. */
  type: "webhook_endpoint.created" | "webhook_endpoint.updated" | "webhook_endpoint.disabled" | "webhook_endpoint.deleted";
  /** The version of the API whose representation `data` has. */
  apiVersion: "v1";
  /** When it happened. It never decreases along the feed, so it can be slightly later than the change. */
  createdAt: string;
  /** The position of the event in the history of the brand. It increases along the feed, but not always by one. */
  sequence: number;
  actor: Actor;
  /** The id of the changed resource, for example of a creator. */
  resourceId: string;
  data: WebhookEndpoint;
  /** The changed fields of `data`. Empty for a creation and a deletion. */
  changes: Record<string, {
    /** The value before the change. */
    before: unknown;
    /** The value after the change. */
    after: unknown;
  }>;
}

/** A response with a list. */
export interface WebhookEndpointList {
  /** The items of the page. */
  data: WebhookEndpoint[];
  meta: ListMeta;
}

/** A response with one resource. */
export interface WebhookEndpointResponse {
  data: WebhookEndpoint;
}

/** The body of the request “Create a webhook endpoint”. */
export interface WebhooksCreateInput {
  /** The https URL that receives the events. Its host must be public. */
  url: string;
  /** The types of events to send. `conversion.*` stands for all types of conversions, `*` for all events. */
  events?: readonly ("*" | "affiliate.*" | "campaign.*" | "discount.*" | "link.*" | "conversion.*" | "customer.*" | "commission.*" | "dispute.*" | "fraud_finding.*" | "payout.*" | "user.*" | "api_key.*" | "webhook_endpoint.*" | "connection.*" | "settings.*" | "affiliate.invited" | "affiliate.activated" | "affiliate.paused" | "affiliate.banned" | "affiliate.applied" | "affiliate.declined" | "affiliate.deleted" | "affiliate.personal_data_erased" | "affiliate.updated" | "affiliate.payout_details_changed" | "affiliate.terms_updated" | "affiliate.group_terms_updated" | "campaign.created" | "campaign.activated" | "campaign.paused" | "campaign.ended" | "campaign.updated" | "campaign.terms_updated" | "campaign.deleted" | "discount.created" | "discount.updated" | "discount.deleted" | "link.created" | "link.updated" | "link.deleted" | "conversion.recorded" | "conversion.refunded" | "conversion.refund_reversed" | "conversion.canceled" | "conversion.updated" | "customer.updated" | "customer.personal_data_erased" | "commission.created" | "commission.held" | "commission.approved" | "commission.rejected" | "commission.reversed" | "commission.restored" | "commission.adjusted" | "commission.paid" | "commission.payment_reversed" | "dispute.opened" | "dispute.accepted" | "dispute.rejected" | "dispute.withdrawn" | "fraud_finding.created" | "fraud_finding.dismissed" | "fraud_finding.confirmed" | "payout.created" | "payout.ready" | "payout.paid" | "payout.updated" | "payout.reopened" | "payout.canceled" | "user.invited" | "user.created" | "user.activated" | "user.password_changed" | "user.sessions_ended" | "user.updated" | "user.deleted" | "api_key.created" | "api_key.updated" | "api_key.deleted" | "webhook_endpoint.created" | "webhook_endpoint.updated" | "webhook_endpoint.disabled" | "webhook_endpoint.deleted" | "connection.created" | "connection.updated" | "connection.failed" | "connection.recovered" | "connection.deleted" | "settings.updated" | "settings.terms_updated")[] | undefined;
  /** Text without control and formatting characters. */
  description?: string | null | undefined;
  /** `json` sends the event. `slack` and `discord` send one line of text, in the form that these services accept. */
  format?: "json" | "slack" | "discord" | undefined;
}

/** The body of the request “Replay events to a webhook endpoint”. */
export interface WebhooksReplayInput {
  /** The time of the first event to send again. Events are available for 90 days. RFC 3339 with any offset, from 2000-01-01 to 2099-12-31. Fractions of a millisecond are dropped. */
  from: string;
  /** The time before which the last event happened. Defaults to now. RFC 3339 with any offset, from 2000-01-01 to 2099-12-31. Fractions of a millisecond are dropped. */
  to?: string | null | undefined;
  /** Only events of these types. Defaults to the `events` of the endpoint. */
  types?: readonly ("*" | "affiliate.*" | "campaign.*" | "discount.*" | "link.*" | "conversion.*" | "customer.*" | "commission.*" | "dispute.*" | "fraud_finding.*" | "payout.*" | "user.*" | "api_key.*" | "webhook_endpoint.*" | "connection.*" | "settings.*" | "affiliate.invited" | "affiliate.activated" | "affiliate.paused" | "affiliate.banned" | "affiliate.applied" | "affiliate.declined" | "affiliate.deleted" | "affiliate.personal_data_erased" | "affiliate.updated" | "affiliate.payout_details_changed" | "affiliate.terms_updated" | "affiliate.group_terms_updated" | "campaign.created" | "campaign.activated" | "campaign.paused" | "campaign.ended" | "campaign.updated" | "campaign.terms_updated" | "campaign.deleted" | "discount.created" | "discount.updated" | "discount.deleted" | "link.created" | "link.updated" | "link.deleted" | "conversion.recorded" | "conversion.refunded" | "conversion.refund_reversed" | "conversion.canceled" | "conversion.updated" | "customer.updated" | "customer.personal_data_erased" | "commission.created" | "commission.held" | "commission.approved" | "commission.rejected" | "commission.reversed" | "commission.restored" | "commission.adjusted" | "commission.paid" | "commission.payment_reversed" | "dispute.opened" | "dispute.accepted" | "dispute.rejected" | "dispute.withdrawn" | "fraud_finding.created" | "fraud_finding.dismissed" | "fraud_finding.confirmed" | "payout.created" | "payout.ready" | "payout.paid" | "payout.updated" | "payout.reopened" | "payout.canceled" | "user.invited" | "user.created" | "user.activated" | "user.password_changed" | "user.sessions_ended" | "user.updated" | "user.deleted" | "api_key.created" | "api_key.updated" | "api_key.deleted" | "webhook_endpoint.created" | "webhook_endpoint.updated" | "webhook_endpoint.disabled" | "webhook_endpoint.deleted" | "connection.created" | "connection.updated" | "connection.failed" | "connection.recovered" | "connection.deleted" | "settings.updated" | "settings.terms_updated")[] | undefined;
}

/** The body of the request “Update a webhook endpoint”. */
export interface WebhooksUpdateInput {
  /** The https URL that receives the events. Its host must be public. */
  url?: string | undefined;
  /** The types of events to send. `conversion.*` stands for all types of conversions, `*` for all events. */
  events?: readonly ("*" | "affiliate.*" | "campaign.*" | "discount.*" | "link.*" | "conversion.*" | "customer.*" | "commission.*" | "dispute.*" | "fraud_finding.*" | "payout.*" | "user.*" | "api_key.*" | "webhook_endpoint.*" | "connection.*" | "settings.*" | "affiliate.invited" | "affiliate.activated" | "affiliate.paused" | "affiliate.banned" | "affiliate.applied" | "affiliate.declined" | "affiliate.deleted" | "affiliate.personal_data_erased" | "affiliate.updated" | "affiliate.payout_details_changed" | "affiliate.terms_updated" | "affiliate.group_terms_updated" | "campaign.created" | "campaign.activated" | "campaign.paused" | "campaign.ended" | "campaign.updated" | "campaign.terms_updated" | "campaign.deleted" | "discount.created" | "discount.updated" | "discount.deleted" | "link.created" | "link.updated" | "link.deleted" | "conversion.recorded" | "conversion.refunded" | "conversion.refund_reversed" | "conversion.canceled" | "conversion.updated" | "customer.updated" | "customer.personal_data_erased" | "commission.created" | "commission.held" | "commission.approved" | "commission.rejected" | "commission.reversed" | "commission.restored" | "commission.adjusted" | "commission.paid" | "commission.payment_reversed" | "dispute.opened" | "dispute.accepted" | "dispute.rejected" | "dispute.withdrawn" | "fraud_finding.created" | "fraud_finding.dismissed" | "fraud_finding.confirmed" | "payout.created" | "payout.ready" | "payout.paid" | "payout.updated" | "payout.reopened" | "payout.canceled" | "user.invited" | "user.created" | "user.activated" | "user.password_changed" | "user.sessions_ended" | "user.updated" | "user.deleted" | "api_key.created" | "api_key.updated" | "api_key.deleted" | "webhook_endpoint.created" | "webhook_endpoint.updated" | "webhook_endpoint.disabled" | "webhook_endpoint.deleted" | "connection.created" | "connection.updated" | "connection.failed" | "connection.recovered" | "connection.deleted" | "settings.updated" | "settings.terms_updated")[] | undefined;
  /** Text without control and formatting characters. */
  description?: string | null | undefined;
  /** `json` sends the event. `slack` and `discord` send one line of text, in the form that these services accept. */
  format?: "json" | "slack" | "discord" | undefined;
  /** `disabled` stops all deliveries. `enabled` continues with the events that follow. */
  status?: "enabled" | "disabled" | undefined;
}

/** A Wise account, or a bank account that Wise pays. */
export interface WiseDetails {
  /** A payment with Wise. */
  type: "wise";
  /** The name of the account holder. */
  name: string;
  /** An e-mail address in any script (RFC 6531), at most 254 bytes in UTF-8 */
  email?: string | undefined;
  /** An IBAN with or without spaces. */
  iban?: string | undefined;
  /** The tax data. Absent: they stay as they are. Null: they are removed. */
  tax?: TaxData | null | undefined;
}

/** The query of `GET /api-keys`. */
export interface ApiKeysListQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** `desc` returns the newest items first, `asc` the oldest. */
  order?: "desc" | "asc" | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
  /** Only keys of this mode. */
  mode?: "live" | "test" | undefined;
}

/** The query of `GET /users`. */
export interface UsersListQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** `desc` returns the newest items first, `asc` the oldest. */
  order?: "desc" | "asc" | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
}

/** The query of `GET /exchange-rates/{currency}`. */
export interface ExchangeRatesListQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** The first day. */
  from?: string | undefined;
  /** The last day. */
  to?: string | undefined;
}

/** The query of `GET /affiliates`. */
export interface AffiliatesListQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** `desc` returns the newest items first, `asc` the oldest. */
  order?: "desc" | "asc" | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
  /** Creators with one of these statuses. */
  status?: readonly ("invited" | "active" | "paused" | "banned" | "applied" | "declined")[] | undefined;
  /** The creator with this e-mail address. */
  email?: string | undefined;
  /** The creator with this tracking code, in any letter case. */
  trackingCode?: string | undefined;
  /** Your id, unique among all of this kind in the brand. */
  externalId?: string | undefined;
  /** The members of this campaign. */
  campaignId?: string | undefined;
  /** The creators of this group. */
  group?: string | undefined;
  /** Creators whose name or e-mail address begins with this text. Letter case and accents are ignored. The order is alphabetical, by what matches; `order`, `createdFrom` and `createdTo` cannot be used. */
  q?: string | undefined;
}

/** The query of `GET /imports`. */
export interface ImportsListQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** `desc` returns the newest items first, `asc` the oldest. */
  order?: "desc" | "asc" | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
}

/** The query of `GET /imports/{id}`. */
export interface ImportsGetQuery {
  /** `true` writes a CSV file for Excel in countries with a decimal comma: with a byte order mark, semicolons between the columns, and decimal commas. Has no effect on JSON. */
  excel?: boolean | undefined;
}

/** The query of `GET /imports/{id}.csv`. */
export interface ImportsGetCsvQuery {
  /** `true` writes a CSV file for Excel in countries with a decimal comma: with a byte order mark, semicolons between the columns, and decimal commas. Has no effect on JSON. */
  excel?: boolean | undefined;
}

/** The query of `GET /imports/{id}/rows`. */
export interface ImportsListRowsQuery {
  /** `true` also judges all other rows, and returns their numbers as `counts`. */
  counts?: boolean | undefined;
  /** `true` returns only rows with problems. */
  problem?: boolean | undefined;
  /** The treatment of existing creators by a start. A running import uses its own value. */
  onExisting?: "skip" | "update" | undefined;
  /** `next` of the previous response. */
  after?: number | undefined;
}

/** The query of `GET /imports/{id}/undo`. */
export interface ImportsListKeptQuery {
  /** `next` of the previous response. */
  after?: number | undefined;
}

/** The query of `GET /campaigns`. */
export interface CampaignsListQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** `desc` returns the newest items first, `asc` the oldest. */
  order?: "desc" | "asc" | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
  /** Campaigns with one of these statuses. */
  status?: readonly ("draft" | "active" | "paused" | "ended")[] | undefined;
  /** Your id, unique among all of this kind in the brand. */
  externalId?: string | undefined;
}

/** The query of `GET /campaigns/{id}/affiliates`. */
export interface CampaignsListMembersQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** `desc` returns the newest items first, `asc` the oldest. */
  order?: "desc" | "asc" | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
}

/** The query of `GET /campaigns/{id}/stats`. */
export interface CampaignsStatsQuery {
  /** The first day, in the time zone of the brand. Defaults to 29 days before `to`. */
  from?: string | undefined;
  /** The last day, in the time zone of the brand. Defaults to today. */
  to?: string | undefined;
}

/** The query of `GET /discounts`. */
export interface DiscountsListQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** `desc` returns the newest items first, `asc` the oldest. */
  order?: "desc" | "asc" | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
  /** The referenced records to add: the creator of `affiliateId` as `affiliate`, the campaign of `campaignId` as `campaign`. Separate names with commas. */
  expand?: readonly ("affiliate" | "campaign")[] | undefined;
  /** The codes of this creator. */
  affiliateId?: string | undefined;
  /** The codes for this campaign. */
  campaignId?: string | undefined;
  /** This code, in any spelling. Returns at most one discount code. */
  code?: string | undefined;
  /** Your id, unique among all of this kind in the brand. */
  externalId?: string | undefined;
  /** The codes with this status now. */
  status?: "active" | "paused" | undefined;
}

/** The query of `GET /discounts/{id}`. */
export interface DiscountsGetQuery {
  /** The referenced records to add: the creator of `affiliateId` as `affiliate`, the campaign of `campaignId` as `campaign`. Separate names with commas. */
  expand?: readonly ("affiliate" | "campaign")[] | undefined;
}

/** The query of `GET /links`. */
export interface LinksListQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** `desc` returns the newest items first, `asc` the oldest. */
  order?: "desc" | "asc" | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
  /** The links of this creator. */
  affiliateId?: string | undefined;
  /** The links for this campaign. */
  campaignId?: string | undefined;
}

/** The query of `GET /tracking/clicks`. */
export interface TrackingStatisticsQuery {
  /** The first day, in the time zone of the brand. Defaults to 29 days before `to`. */
  from?: string | undefined;
  /** The last day, in the time zone of the brand. Defaults to today. */
  to?: string | undefined;
  /** Adds `groups` to the response. */
  groupBy?: "day" | "affiliate" | "campaign" | "country" | "device" | "referrer" | "link" | "sub1" | "sub2" | "sub3" | "sub4" | "sub5" | undefined;
  /** The id of a resource. An unknown id is no error: it matches nothing. */
  affiliateId?: string | undefined;
  /** The id of a resource. An unknown id is no error: it matches nothing. */
  campaignId?: string | undefined;
}

/** The query of `POST /conversions`. */
export interface ConversionsCreateQuery {
  /** `true` previews the result (200) without writing anything. If the resource already exists, it is returned as it is. A dry run validates the `Idempotency-Key` but does not consume it. */
  dryRun?: boolean | undefined;
}

/** The query of `GET /conversions`. */
export interface ConversionsListQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** `desc` returns the newest items first, `asc` the oldest. */
  order?: "desc" | "asc" | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
  /** The referenced records to add: the creator of `affiliateId` as `affiliate`, the campaign of `campaignId` as `campaign`. Separate names with commas. */
  expand?: readonly ("affiliate" | "campaign")[] | undefined;
  /** The conversions of this creator. */
  affiliateId?: string | undefined;
  /** Conversions with one of these attributions. */
  attribution?: readonly ("attributed" | "noReference" | "unknownReference" | "creatorNotYetInvited" | "creatorInactive" | "codeNotStarted" | "codeEnded" | "codePaused" | "codeUsedUp" | "outsideWindow" | "notCounted" | "durationOver" | "removed")[] | undefined;
  /** The conversions that count for this campaign. */
  campaignId?: string | undefined;
  /** The conversions of this discount code. */
  discountId?: string | undefined;
  /** Your id of a customer. Returns the orders that were recorded with it. */
  customerId?: string | number | undefined;
  /** Your id, unique among all of this kind in the brand. */
  externalId?: string | undefined;
  /** The first day in `timezone`, or the first instant, of the order. Sorts the list by `occurredAt`. */
  occurredFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the order. Sorts the list by `occurredAt`. */
  occurredTo?: string | undefined;
  /** Your id of the order, in its letter case. Returns at most one conversion. */
  orderId?: string | number | undefined;
}

/** The query of `POST /conversions/bulk`. */
export interface ConversionsCreateBulkQuery {
  /** `true` previews the result (200) without writing anything. If the resource already exists, it is returned as it is. A dry run validates the `Idempotency-Key` but does not consume it. */
  dryRun?: boolean | undefined;
}

/** The query of `GET /conversions/{id}`. */
export interface ConversionsGetQuery {
  /** The referenced records to add: the creator of `affiliateId` as `affiliate`, the campaign of `campaignId` as `campaign`. Separate names with commas. */
  expand?: readonly ("affiliate" | "campaign")[] | undefined;
}

/** The query of `GET /conversions/by-order-id/{orderId}`. */
export interface ConversionsGetByOrderIdQuery {
  /** The referenced records to add: the creator of `affiliateId` as `affiliate`, the campaign of `campaignId` as `campaign`. Separate names with commas. */
  expand?: readonly ("affiliate" | "campaign")[] | undefined;
}

/** The query of `GET /conversions/{id}/refunds`. */
export interface ConversionsListRefundsQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** `desc` returns the newest items first, `asc` the oldest. */
  order?: "desc" | "asc" | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
}

/** The query of `GET /conversions/by-order-id/{orderId}/refunds`. */
export interface ConversionsListRefundsByOrderIdQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** `desc` returns the newest items first, `asc` the oldest. */
  order?: "desc" | "asc" | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
}

/** The query of `GET /refunds`. */
export interface RefundsListQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** `desc` returns the newest items first, `asc` the oldest. */
  order?: "desc" | "asc" | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
  /** Always `pending`, which is the default. */
  status?: "pending" | undefined;
}

/** The query of `GET /customers`. */
export interface CustomersListQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** `desc` returns the newest items first, `asc` the oldest. */
  order?: "desc" | "asc" | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
  /** The customers who are bound to this creator. */
  affiliateId?: string | undefined;
}

/** The query of `GET /connections`. */
export interface ConnectionsListQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** `desc` returns the newest items first, `asc` the oldest. */
  order?: "desc" | "asc" | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
}

/** The query of `GET /connections/{id}/messages`. */
export interface ConnectionsListMessagesQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** `desc` returns the newest items first, `asc` the oldest. */
  order?: "desc" | "asc" | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
  /** `waiting`: the service applies the message soon. `done`: applied. `ignored`: the message needs nothing, see `reason`. `failed`: see `reason`; retry it after you have solved the problem. */
  state?: "waiting" | "done" | "ignored" | "failed" | undefined;
}

/** The query of `GET /connections/{id}/reconciliations`. */
export interface ReconciliationsListQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** `desc` returns the newest items first, `asc` the oldest. */
  order?: "desc" | "asc" | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
}

/** The query of `GET /connections/{id}/reconciliations/{reconciliationId}/differences`. */
export interface ReconciliationsResultsQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** `desc` returns the newest items first, `asc` the oldest. */
  order?: "desc" | "asc" | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
  /** `missing`: only the shop has the order. `different`: both have it, with other values. `unknown`: the shop does not have it. */
  kind?: "missing" | "different" | "unknown" | undefined;
}

/** The query of `GET /commissions`. */
export interface CommissionsListQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** `desc` returns the newest items first, `asc` the oldest. */
  order?: "desc" | "asc" | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
  /** The referenced records to add: the creator of `affiliateId` as `affiliate`, the campaign of `campaignId` as `campaign`. Separate names with commas. */
  expand?: readonly ("affiliate" | "campaign")[] | undefined;
  /** Commissions with one of these statuses. */
  status?: readonly ("pending" | "approved" | "paid" | "rejected" | "reversed")[] | undefined;
  /** The commissions of this creator. */
  affiliateId?: string | undefined;
  /** Returns only pending commissions that wait for a manual review. */
  held?: true | undefined;
  /** The commission of this conversion, and the clawbacks of its refunds. */
  conversionId?: string | undefined;
  /** The commissions and clawbacks that count for this campaign. */
  campaignId?: string | undefined;
  /** The commissions and clawbacks that this payout contains. */
  payoutId?: string | undefined;
  /** The first day in `timezone`, or the first instant, of the approval. Sorts the list by `approvedAt`. */
  approvedFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the approval. Sorts the list by `approvedAt`. */
  approvedTo?: string | undefined;
  /** The first day in `timezone`, or the first instant, of the payment. Sorts the list by `paidAt`. */
  paidFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the payment. Sorts the list by `paidAt`. */
  paidTo?: string | undefined;
}

/** The query of `GET /commissions/{id}`. */
export interface CommissionsGetQuery {
  /** The referenced records to add: the creator of `affiliateId` as `affiliate`, the campaign of `campaignId` as `campaign`. Separate names with commas. */
  expand?: readonly ("affiliate" | "campaign")[] | undefined;
}

/** The query of `GET /disputes`. */
export interface DisputesListQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** `desc` returns the newest items first, `asc` the oldest. */
  order?: "desc" | "asc" | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
  /** Disputes with one of these statuses. */
  status?: readonly ("open" | "accepted" | "rejected" | "withdrawn")[] | undefined;
  /** The disputes of this creator. */
  affiliateId?: string | undefined;
  /** Your id, unique among all of this kind in the brand. */
  externalId?: string | undefined;
}

/** The query of `GET /fraud-findings`. */
export interface FraudFindingsListQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** `desc` returns the newest items first, `asc` the oldest. */
  order?: "desc" | "asc" | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
  /** Findings with one of these statuses. */
  status?: readonly ("open" | "dismissed" | "confirmed")[] | undefined;
  /** The findings about this creator. */
  affiliateId?: string | undefined;
  /** The finding about this order, or none. */
  conversionId?: string | undefined;
}

/** The query of `POST /payouts`. */
export interface PayoutsCreateQuery {
  /** `true` previews the result (200) without writing anything. If the resource already exists, it is returned as it is. A dry run validates the `Idempotency-Key` but does not consume it. */
  dryRun?: boolean | undefined;
}

/** The query of `GET /payouts`. */
export interface PayoutsListQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** `desc` returns the newest items first, `asc` the oldest. */
  order?: "desc" | "asc" | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
  /** Payouts with one of these statuses. */
  status?: readonly ("preparing" | "ready" | "paying" | "paid" | "reopening" | "updating" | "canceling" | "canceled")[] | undefined;
}

/** The query of `GET /payouts/{id}`. */
export interface PayoutsGetQuery {
  /** `true` writes a CSV file for Excel in countries with a decimal comma: with a byte order mark, semicolons between the columns, and decimal commas. Has no effect on JSON. */
  excel?: boolean | undefined;
}

/** The query of `GET /payouts/{id}.csv`. */
export interface PayoutsGetCsvQuery {
  /** `true` writes a CSV file for Excel in countries with a decimal comma: with a byte order mark, semicolons between the columns, and decimal commas. Has no effect on JSON. */
  excel?: boolean | undefined;
}

/** The query of `GET /payouts/{id}/lines`. */
export interface PayoutsListLinesQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** `desc` returns the newest items first, `asc` the oldest. */
  order?: "desc" | "asc" | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
  /** Returns the excluded creators, who are not paid, instead of the lines. */
  excluded?: true | undefined;
}

/** The query of `GET /payouts/{id}/files/{format}`. */
export interface PayoutsGetFileQuery {
  /** `true` writes a CSV file for Excel in countries with a decimal comma: with a byte order mark, semicolons between the columns, and decimal commas. Has no effect on JSON. */
  excel?: boolean | undefined;
}

/** The query of `GET /simulations/{id}/creators`. */
export interface SimulationsListCreatorsQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** `desc` returns the newest items first, `asc` the oldest. */
  order?: "desc" | "asc" | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
}

/** The query of `GET /reports/performance`. */
export interface ReportsPerformanceQuery {
  /** `true` writes a CSV file for Excel in countries with a decimal comma: with a byte order mark, semicolons between the columns, and decimal commas. Has no effect on JSON. */
  excel?: boolean | undefined;
  /** What a row is. A week begins on Monday. `discount` groups by discount code, and has no clicks. */
  groupBy?: "day" | "week" | "month" | "affiliate" | "campaign" | "discount" | undefined;
  /** The first day, in the time zone of the brand. Defaults to 29 days before `to`. */
  from?: string | undefined;
  /** The last day, in the time zone of the brand. Defaults to today. */
  to?: string | undefined;
  /** Only orders and clicks of this creator. */
  affiliateId?: string | undefined;
  /** Only orders and clicks of this campaign. */
  campaignId?: string | undefined;
  /** Only orders with this discount code. The report then has no clicks. */
  discountId?: string | undefined;
  /** The figure that sorts the rows. Defaults to `key` for days, weeks and months, otherwise to `netRevenue`. Rows with equal figures are sorted by `key`, and null comes last. */
  sort?: "key" | "clicks" | "uniqueClicks" | "orders" | "gross" | "refunds" | "netRevenue" | "commission" | "pendingCommission" | "approvedCommission" | "paidCommission" | "rejectedCommission" | "reversedCommission" | "conversionRate" | "earningsPerClick" | "averageOrderValue" | undefined;
  /** Defaults to `asc` for `sort=key`, otherwise to `desc`. */
  order?: "asc" | "desc" | undefined;
  /** The highest number of rows, at most 1000. `totals` contains all rows. */
  limit?: number | undefined;
}

/** The query of `GET /reports/top-creators`. */
export interface ReportsTopCreatorsQuery {
  /** Only orders and clicks of this campaign. */
  campaignId?: string | undefined;
  /** The highest number of creators, at most 100. */
  limit?: number | undefined;
}

/** The query of `GET /reports/payables`. */
export interface ReportsPayablesQuery {
  /** `true` writes a CSV file for Excel in countries with a decimal comma: with a byte order mark, semicolons between the columns, and decimal commas. Has no effect on JSON. */
  excel?: boolean | undefined;
  /** The highest number of rows, at most 1000. `totals` contains all creators. */
  limit?: number | undefined;
}

/** The query of `GET /reports/payments`. */
export interface ReportsPaymentsQuery {
  /** `true` writes a CSV file for Excel in countries with a decimal comma: with a byte order mark, semicolons between the columns, and decimal commas. Has no effect on JSON. */
  excel?: boolean | undefined;
  /** The year of the payments. Defaults to the present year. */
  year?: string | undefined;
  /** The first day, instead of `year`; send it with `to`. */
  from?: string | undefined;
  /** The last day, at most 366 days after `from`. */
  to?: string | undefined;
}

/** The query of `GET /exports`. */
export interface ExportsListQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** `desc` returns the newest items first, `asc` the oldest. */
  order?: "desc" | "asc" | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
}

/** The query of `GET /events`. */
export interface EventsListQuery {
  /** `meta.after` of the previous response, or the id of an event. Returns the events that follow it. */
  after?: string | undefined;
  /** Events of one of these types. `conversion.*` stands for all types of conversions. */
  type?: readonly ("*" | "affiliate.*" | "campaign.*" | "discount.*" | "link.*" | "conversion.*" | "customer.*" | "commission.*" | "dispute.*" | "fraud_finding.*" | "payout.*" | "user.*" | "api_key.*" | "webhook_endpoint.*" | "connection.*" | "settings.*" | "affiliate.invited" | "affiliate.activated" | "affiliate.paused" | "affiliate.banned" | "affiliate.applied" | "affiliate.declined" | "affiliate.deleted" | "affiliate.personal_data_erased" | "affiliate.updated" | "affiliate.payout_details_changed" | "affiliate.terms_updated" | "affiliate.group_terms_updated" | "campaign.created" | "campaign.activated" | "campaign.paused" | "campaign.ended" | "campaign.updated" | "campaign.terms_updated" | "campaign.deleted" | "discount.created" | "discount.updated" | "discount.deleted" | "link.created" | "link.updated" | "link.deleted" | "conversion.recorded" | "conversion.refunded" | "conversion.refund_reversed" | "conversion.canceled" | "conversion.updated" | "customer.updated" | "customer.personal_data_erased" | "commission.created" | "commission.held" | "commission.approved" | "commission.rejected" | "commission.reversed" | "commission.restored" | "commission.adjusted" | "commission.paid" | "commission.payment_reversed" | "dispute.opened" | "dispute.accepted" | "dispute.rejected" | "dispute.withdrawn" | "fraud_finding.created" | "fraud_finding.dismissed" | "fraud_finding.confirmed" | "payout.created" | "payout.ready" | "payout.paid" | "payout.updated" | "payout.reopened" | "payout.canceled" | "user.invited" | "user.created" | "user.activated" | "user.password_changed" | "user.sessions_ended" | "user.updated" | "user.deleted" | "api_key.created" | "api_key.updated" | "api_key.deleted" | "webhook_endpoint.created" | "webhook_endpoint.updated" | "webhook_endpoint.disabled" | "webhook_endpoint.deleted" | "connection.created" | "connection.updated" | "connection.failed" | "connection.recovered" | "connection.deleted" | "settings.updated" | "settings.terms_updated")[] | undefined;
  /** Events of this resource, for example of a creator. */
  resourceId?: string | undefined;
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
}

/** The query of `GET /webhook-endpoints`. */
export interface WebhooksListQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** `desc` returns the newest items first, `asc` the oldest. */
  order?: "desc" | "asc" | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
}

/** The query of `GET /webhook-endpoints/{id}/deliveries`. */
export interface WebhooksListDeliveriesQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** `desc` returns the newest items first, `asc` the oldest. */
  order?: "desc" | "asc" | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
}

/** The query of `GET /audit`. */
export interface AuditListQuery {
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** Entries of this user or API key. `operator`, `schedule`, `service` and `public` are the actors without an id. */
  actorId?: string | undefined;
  /** Entries about this resource, for example a creator or a user. */
  resourceId?: string | undefined;
  /** Events of one of these types. `conversion.*` stands for all types of conversions. */
  type?: readonly ("*" | "affiliate.*" | "campaign.*" | "discount.*" | "link.*" | "conversion.*" | "customer.*" | "commission.*" | "dispute.*" | "fraud_finding.*" | "payout.*" | "user.*" | "api_key.*" | "webhook_endpoint.*" | "connection.*" | "settings.*" | "session.*" | "exchange_rate.*" | "payout_file.*" | "import.*" | "operator.*" | "affiliate.invited" | "affiliate.activated" | "affiliate.paused" | "affiliate.banned" | "affiliate.applied" | "affiliate.declined" | "affiliate.deleted" | "affiliate.personal_data_erased" | "affiliate.updated" | "affiliate.payout_details_changed" | "affiliate.terms_updated" | "affiliate.group_terms_updated" | "campaign.created" | "campaign.activated" | "campaign.paused" | "campaign.ended" | "campaign.updated" | "campaign.terms_updated" | "campaign.deleted" | "discount.created" | "discount.updated" | "discount.deleted" | "link.created" | "link.updated" | "link.deleted" | "conversion.recorded" | "conversion.refunded" | "conversion.refund_reversed" | "conversion.canceled" | "conversion.updated" | "customer.updated" | "customer.personal_data_erased" | "commission.created" | "commission.held" | "commission.approved" | "commission.rejected" | "commission.reversed" | "commission.restored" | "commission.adjusted" | "commission.paid" | "commission.payment_reversed" | "dispute.opened" | "dispute.accepted" | "dispute.rejected" | "dispute.withdrawn" | "fraud_finding.created" | "fraud_finding.dismissed" | "fraud_finding.confirmed" | "payout.created" | "payout.ready" | "payout.paid" | "payout.updated" | "payout.reopened" | "payout.canceled" | "user.invited" | "user.created" | "user.activated" | "user.password_changed" | "user.sessions_ended" | "user.updated" | "user.deleted" | "api_key.created" | "api_key.updated" | "api_key.deleted" | "webhook_endpoint.created" | "webhook_endpoint.updated" | "webhook_endpoint.disabled" | "webhook_endpoint.deleted" | "connection.created" | "connection.updated" | "connection.failed" | "connection.recovered" | "connection.deleted" | "settings.updated" | "settings.terms_updated" | "session.created" | "session.failed" | "session.ended" | "api_key.first_used_from_address" | "exchange_rate.updated" | "payout_file.downloaded" | "import.started" | "import.undone" | "operator.command_run")[] | undefined;
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
}

/** The query of `GET /affiliates/{id}/personal-data`. */
export interface PrivacyGetAffiliateQuery {
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
}

/** The query of `GET /creator/statistics`. */
export interface CreatorStatisticsQuery {
  /** The first day, in the time zone of the brand. Defaults to 29 days before `to`. */
  from?: string | undefined;
  /** The last day, in the time zone of the brand. Defaults to today. */
  to?: string | undefined;
}

/** The query of `GET /creator/discounts`. */
export interface CreatorListDiscountsQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** `desc` returns the newest items first, `asc` the oldest. */
  order?: "desc" | "asc" | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
  /** The codes with this status now. */
  status?: "active" | "paused" | undefined;
}

/** The query of `GET /creator/links`. */
export interface CreatorListLinksQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** `desc` returns the newest items first, `asc` the oldest. */
  order?: "desc" | "asc" | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
}

/** The query of `GET /creator/commissions`. */
export interface CreatorListCommissionsQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** `desc` returns the newest items first, `asc` the oldest. */
  order?: "desc" | "asc" | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
  /** Commissions with one of these statuses. */
  status?: readonly ("pending" | "approved" | "paid" | "rejected" | "reversed")[] | undefined;
  /** The commissions in this payout. */
  payoutId?: string | undefined;
}

/** The query of `GET /creator/payouts`. */
export interface CreatorListPayoutsQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** `desc` returns the newest items first, `asc` the oldest. */
  order?: "desc" | "asc" | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
}

/** The query of `GET /creator/disputes`. */
export interface CreatorListDisputesQuery {
  /** Maximum number of items on the page. A page with large items ends earlier, before 4 MB. */
  limit?: number | undefined;
  /** `meta.cursor` of the previous page. Send it with the same filters. */
  cursor?: string | undefined;
  /** `desc` returns the newest items first, `asc` the oldest. */
  order?: "desc" | "asc" | undefined;
  /** The first day in `timezone`, or the first instant, of the creation. */
  createdFrom?: string | undefined;
  /** The last day in `timezone`, or the last instant, of the creation. */
  createdTo?: string | undefined;
  /** Time zone of the days in filters. Defaults to the brand’s. */
  timezone?: string | undefined;
  /** Disputes with one of these statuses. */
  status?: readonly ("open" | "accepted" | "rejected" | "withdrawn")[] | undefined;
}

/** The body of a webhook. `type` tells the events apart. */
export type WebhookEvent = AffiliateEvent | ErasureEvent | PayoutDetailsEvent | TermsEvent | CampaignEvent | DiscountEvent | LinkEvent | ConversionEvent | CustomerEvent | CommissionEvent | DisputeEvent | FraudFindingEvent | PayoutEvent | UserEvent | ApiKeyEvent | WebhookEndpointEvent | ConnectionEvent | SettingsEvent;

/** The codes of errors that this version of the client knows. */
export type KnownErrorCode = 'validation_failed' | 'json_invalid' | 'reference_not_found' | 'exchange_rate_missing' | 'test_mode_unavailable' | 'link_invalid' | 'cursor_invalid' | 'token_missing' | 'token_invalid' | 'token_expired' | 'token_revoked' | 'api_key_invalid' | 'api_key_unknown' | 'api_key_expired' | 'second_factor_required' | 'second_factor_invalid' | 'message_signature_invalid' | 'credentials_invalid' | 'plan_required' | 'second_factor_missing' | 'role_forbidden' | 'test_mode_required' | 'edge_bypassed' | 'session_required' | 'scope_missing' | 'ip_not_allowed' | 'grant_exceeded' | 'api_key_limit_reached' | 'connection_limit_reached' | 'creator_links_off' | 'link_limit_reached' | 'webhook_endpoint_limit_reached' | 'rate_for_admins_only' | 'creator_limit_reached' | 'campaign_limit_reached' | 'creation_limit_reached' | 'route_not_found' | 'api_key_not_found' | 'affiliate_not_found' | 'brand_not_found' | 'campaign_not_found' | 'commission_not_found' | 'connection_not_found' | 'conversion_not_found' | 'export_not_found' | 'import_not_found' | 'logo_not_found' | 'decision_not_found' | 'delivery_not_found' | 'discount_not_found' | 'dispute_not_found' | 'customer_not_found' | 'erasure_not_found' | 'event_not_found' | 'fraud_finding_not_found' | 'link_not_found' | 'payout_not_found' | 'reconciliation_not_found' | 'refund_not_found' | 'simulation_not_found' | 'user_not_found' | 'webhook_endpoint_not_found' | 'tracking_code_not_found' | 'landing_page_not_found' | 'method_not_allowed' | 'creator_mails_off' | 'amount_below_refunds' | 'api_key_not_rotatable' | 'affiliate_blocked' | 'affiliate_erased' | 'affiliate_not_invited' | 'affiliate_exists' | 'campaign_not_draft' | 'commission_adjusted' | 'commission_earns_nothing' | 'commission_in_payout' | 'commission_of_month' | 'decision_in_progress' | 'dispute_exists' | 'discount_exists' | 'exports_in_progress' | 'external_id_taken' | 'idempotency_key_in_use' | 'last_admin' | 'order_canceled' | 'order_fully_refunded' | 'order_id_reused' | 'order_refunded_often' | 'payout_account_missing' | 'payout_currency_unsupported' | 'payout_file_empty' | 'portal_disabled' | 'payout_has_no_file' | 'payout_has_paid_lines' | 'payout_in_progress' | 'payout_not_reopenable' | 'payout_reference_used' | 'pending_refund_limit_reached' | 'refund_id_reused' | 'refund_too_large' | 'second_factor_enabled' | 'second_factor_not_begun' | 'link_domain_taken' | 'link_prefix_missing' | 'link_prefix_taken' | 'slug_taken' | 'simulations_running' | 'slug_limit_reached' | 'status_conflict' | 'sum_limit_reached' | 'tracking_code_fixed' | 'tracking_code_taken' | 'webhook_endpoint_disabled' | 'webhook_secret_limit_reached' | 'user_limit_reached' | 'user_not_invited' | 'user_exists' | 'link_inactive' | 'version_mismatch' | 'body_too_large' | 'unsupported_media_type' | 'idempotency_key_reused' | 'request_limit_reached' | 'email_limit_reached' | 'message_limit_reached' | 'webhook_test_limit_reached' | 'login_challenge' | 'internal_error' | 'read_only' | 'service_busy';
