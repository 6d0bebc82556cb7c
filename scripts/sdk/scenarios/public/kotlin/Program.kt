// What a user of the client by OpenAPI Generator does (library jvm-retrofit2, with Gson).
import java.io.File
import java.lang.reflect.Type
import okhttp3.RequestBody.Companion.asRequestBody
import org.openapitools.client.apis.*
import org.openapitools.client.auth.HttpBearerAuth
import org.openapitools.client.infrastructure.*
import org.openapitools.client.models.*
import retrofit2.Call
import retrofit2.Converter
import retrofit2.Response
import retrofit2.Retrofit
import retrofit2.converter.gson.GsonConverterFactory

/** Retrofit has no converter for files of its own. */
object Files : Converter.Factory() {
  override fun requestBodyConverter(
    type: Type,
    parameterAnnotations: Array<out Annotation>,
    methodAnnotations: Array<out Annotation>,
    retrofit: Retrofit,
  ) = if (type == File::class.java) Converter { file: File -> file.asRequestBody() } else null
}

fun <T> sent(call: Call<T>): T {
  val response: Response<T> = call.execute()
  return checkNotNull(response.body()) { "${response.code()}: ${response.errorBody()?.string()}" }
}

fun main() {
  val converters = listOf(Files, GsonConverterFactory.create(Serializer.gson))
  val client = ApiClient(baseUrl = System.getenv("SERVICE_URL"), converterFactories = converters)
  val credentials =
    SignInBody(username = System.getenv("SERVICE_USERNAME"), password = System.getenv("SERVICE_PASSWORD"))
  val token = sent(client.createService(AuthApi::class.java).signIn(credentials)).meta.jwt
  client.addAuthorization("bearer", HttpBearerAuth("bearer", token))
  val countries = client.createService(CountriesApi::class.java)

  val found = sent(countries.listCountries(filterIsoCode = "C001", include = "sources"))
  check(found.data.map { it.attributes.isoCode } == listOf("C001")) { found }
  val included = found.included.orEmpty().map { it.actualInstance }
  check(included.size == 2) { included }
  val document = included.filterIsInstance<DocumentsResource>().first()

  val attributes = CountriesCreateAttributes(isoCode = "KT", population = 7)
  val created = sent(countries.createCountry(CountriesCreateBody(CountriesCreateData(attributes = attributes)))).data
  check(created.attributes.population == 7) { created }

  val link = SourcesLinkInput(document.id, SourcesLinkInput.Type.documents)
  sent(countries.addCountrySources(created.id, SourcesLinksBody(listOf(link))))

  val absent = countries.getCountry("no-such-country").execute().getErrorResponse<ErrorResponse>()
  check(absent?.error?.code == ErrorCode.not_found) { "$absent" }

  val bytes = ByteArray(256) { it.toByte() }
  val file = File("bytes.bin").apply { writeBytes(bytes) }
  val stream = sent(client.createService(StreamsApi::class.java).uploadStream("bytes.bin", file)).data
  val back = sent(client.createService(DownloadsApi::class.java).downloadStream(stream.id.toString()))
  check(back.bytes().contentEquals(bytes)) { "another download" }
}
